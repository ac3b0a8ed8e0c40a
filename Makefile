# Tandem. Two commands matter: `make demo` and `make check`. V=release|asan|ubsan|tsan|cov, CC=gcc|clang, B=build folder.
V      ?= release
ifeq ($(origin CC),default)
CC     := gcc
endif
ifeq ($(V)-$(CC),release-gcc)
B      ?= build
else
B      ?= build/$(V)-$(CC)
endif
PREFIX ?= /usr/local

PKGS   := tcl8.6 openblas hdf5-serial libedit
PC     := $(shell pkg-config --cflags tcl openblas hdf5-serial libedit 2>/dev/null)
LIBS   := $(shell pkg-config --libs tcl openblas hdf5-serial libedit 2>/dev/null) -llapacke -lcholmod -lumfpack -lamd -lsuitesparseconfig -larpack -lm -lpthread
LIBS   += -lhdf5_serial_hl

WARN   := -Wall -Wextra -Wshadow -Wstrict-prototypes -Wmissing-prototypes -Wpointer-arith -Wvla -Werror
FLAGS_release := -O2 -g
FLAGS_asan    := -O1 -g -fsanitize=address -fno-omit-frame-pointer
FLAGS_ubsan   := -O1 -g -fsanitize=undefined -fno-sanitize-recover=all
FLAGS_tsan    := -O1 -g -fsanitize=thread
FLAGS_cov     := -O0 -g --coverage
CFLAGS ?=
ALL_CFLAGS := -std=gnu11 $(WARN) $(FLAGS_$(V)) -ffp-contract=off -fno-math-errno -Isrc $(patsubst -I%,-isystem %,$(PC)) -I/usr/include/suitesparse -MMD -MP $(CFLAGS)

SRC    := $(wildcard src/*/*.c)
OBJ    := $(SRC:src/%.c=$(B)/%.o)
LIBOBJ := $(filter-out $(B)/main/main.o,$(OBJ))
TESTS  := $(wildcard tests/*/*_test.c)
TESTBIN := $(TESTS:tests/%.c=$(B)/tests/%)

.PHONY: all deps demo check bench install clean
all: $(B)/tandem

$(B)/tandem: $(OBJ)
	$(CC) $(FLAGS_$(V)) -o $@ $^ $(LIBS)

$(B)/%.o: src/%.c Makefile
	@mkdir -p $(@D)
	$(CC) $(ALL_CFLAGS) -c -o $@ $<

$(B)/libtandem.a: $(LIBOBJ)
	@rm -f $@; ar rcs $@ $^

$(B)/tests/%: tests/%.c $(B)/libtandem.a
	@mkdir -p $(@D)
	$(CC) $(ALL_CFLAGS) -Itests -o $@ $< $(B)/libtandem.a $(LIBS) -lcmocka

clean:
	rm -rf build

-include $(shell find $(B) -name '*.d' 2>/dev/null)
