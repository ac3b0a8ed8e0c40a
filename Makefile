# Tandem. Two commands matter: `make demo` and `make check`. V=release|asan|ubsan|tsan|cov, CC=gcc|clang, B=build folder,
# MPI=1 for build/tandem-mpi beside build/tandem, VERBOSE=1 to see every command.
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

# Debian packages: to build, to check, to write manual pages, to check with valgrind, to compare with in make bench; and where the compiler finds the libraries
BUILD_DEPS := gcc libc6-dev make pkg-config libopenblas-dev libsuitesparse-dev libarpack2-dev libhdf5-dev zlib1g-dev libfftw3-dev tcl-dev libedit-dev libssl-dev libwebsockets-dev libjansson-dev
# the page: an npm that did not come as a package is as good
BUILD_DEPS += $(if $(shell command -v npm 2>/dev/null),nodejs,nodejs npm)
PAGES_DEPS := python3
CHECK_DEPS := libcmocka-dev clang g++ gfortran $(PAGES_DEPS) python3-numpy python3-pytest python3-matplotlib binutils librsvg2-bin groff-base chromium
VALGRIND_DEPS := valgrind libc6-dbg
BENCH_DEPS := rt-tests
ANALYZE_DEPS := clang-tidy
MPI_DEPS := libopenmpi-dev openmpi-bin libmumps-dev libscalapack-openmpi-dev
PKGS   := tcl openblas hdf5-serial zlib fftw3 libedit openssl libwebsockets jansson
HAVE   := $(shell pkg-config --exists $(PKGS) 2>/dev/null && echo yes)
PC     := $(shell pkg-config --cflags $(PKGS) 2>/dev/null)
OTHER_LIBS := -lcholmod -lumfpack -lamd -lsuitesparseconfig -larpack -lm -lpthread
LIBS   := $(shell pkg-config --libs $(PKGS) 2>/dev/null) $(OTHER_LIBS)

# MPI: its packages are there? Asked for by MPI=1; make check takes it where it is.
MPI_PKGS := ompi-c scalapack-openmpi
HAVE_MPI := $(shell pkg-config --exists $(MPI_PKGS) 2>/dev/null && test -f /usr/include/dmumps_c.h && echo yes)
MPI_CFLAGS := $(patsubst -I%,-isystem %,$(shell pkg-config --cflags ompi-c 2>/dev/null))
MPI_LIBS := -ldmumps -lmumps_common $(shell pkg-config --libs $(MPI_PKGS) 2>/dev/null)

WARN   := -Wall -Wextra -Wshadow -Wstrict-prototypes -Wmissing-prototypes -Wpointer-arith -Wvla -Werror
FLAGS_release := -O2 -g
FLAGS_asan    := -O1 -g -fsanitize=address -fno-omit-frame-pointer
FLAGS_ubsan   := -O1 -g -fsanitize=undefined -fno-sanitize-recover=all
FLAGS_tsan    := -O1 -g -fsanitize=thread
FLAGS_cov     := -O0 -g --coverage -fprofile-update=atomic -Wl,--wrap=_exit
FLAGS_fuzz    := -O1 -g -fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=all
CFLAGS ?=
comma  := ,
Q      := $(if $(VERBOSE),,@)
# neighbours in a structure are not loaded as a pair: they were stored one by one a moment ago, and the load would wait for both (a quarter of a fibre section's time)
NOT_PACKED := -fno-tree-slp-vectorize
BASE_CFLAGS := -std=gnu11 $(WARN) $(FLAGS_$(V)) -ffp-contract=off -fno-math-errno $(NOT_PACKED) -fPIC -fvisibility=hidden -Isrc -Iinclude $(patsubst -I%,-isystem %,$(PC)) -isystem /usr/include/suitesparse
ALL_CFLAGS := $(BASE_CFLAGS) -MMD -MP $(CFLAGS)

# *_mpi.c go into tandem-mpi, in the place of cluster/none.c
SRC    := $(filter-out %_mpi.c,$(wildcard src/*/*.c))
OBJ    := $(SRC:src/%.c=$(B)/%.o) $(B)/web/page_bundle.o
MPIOBJ := $(patsubst src/%.c,$(B)/%.o,$(wildcard src/*/*_mpi.c))
LIBOBJ := $(filter-out $(B)/main/main.o,$(OBJ))
# the program has no use for the library's calls; the library has no terminal, no server, no subcommands and no studies
PROGRAM := $(filter-out $(B)/library/%,$(OBJ))
PUBLIC := $(filter-out $(B)/main/% $(B)/web/% $(B)/study/% $(B)/script/script_shell.o,$(OBJ))
TESTS  := $(filter-out tests/torture/%,$(wildcard tests/*/*_test.c))
SHARED := $(filter-out %_test.c tests/coverage/%,$(wildcard tests/*/*.c))
TESTBIN := $(TESTS:tests/%.c=$(B)/tests/%)
TORTURE := $(patsubst tests/%.c,$(B)/tests/%,$(wildcard tests/torture/*_test.c))
JOBS   := $(shell nproc 2>/dev/null || echo 2)
MAKE_J := $(MAKE) --no-print-directory -j$(JOBS)

.PHONY: all library laboratory docs man manual need need-mpi need-python tests deps demo view check check-run check-build check-asan check-ubsan check-tsan check-valgrind torture coverage coverage-torture coverage-run mutants analyze analyze-run soak fuzz fuzz-build bench bench-build bench-compare bench-keep evidence install uninstall clean
.DELETE_ON_ERROR:
.SECONDARY:
all: $(B)/tandem $(B)/laboratory $(if $(MPI),$(B)/tandem-mpi)

# says clearly what to do when the libraries are not there
need:
ifneq ($(HAVE),yes)
	@echo "The libraries $(PKGS) are not installed, or pkg-config is not. Run:  make deps" >&2; exit 1
endif
need-mpi:
ifneq ($(HAVE_MPI),yes)
	@echo "The packages $(MPI_DEPS) are not all installed. Run:  make deps MPI=1" >&2; exit 1
endif

$(B)/tandem: $(PROGRAM)
	@echo "  LINK $@"
	$(Q)$(CC) $(FLAGS_$(V)) -o $@ $^ $(LIBS)

# The same with ranks: what knows MPI comes before cluster/none.o
$(MPIOBJ): ALL_CFLAGS += $(MPI_CFLAGS)
$(MPIOBJ): | need-mpi
$(B)/tandem-mpi: $(filter-out $(B)/cluster/none.o,$(PROGRAM)) $(MPIOBJ)
	@echo "  LINK $@"
	$(Q)$(CC) $(FLAGS_$(V)) -o $@ $^ $(LIBS) $(MPI_LIBS)

# A laboratory in a process of its own, behind expDevice: the C library, and nothing of src/
LAB    := examples/laboratory
laboratory: $(B)/laboratory
$(B)/laboratory: $(wildcard $(LAB)/*.c $(LAB)/*.h) Makefile
	@mkdir -p $(@D); echo "  CC   $@"
	$(Q)$(CC) -std=gnu11 $(WARN) $(FLAGS_$(V)) $(CFLAGS) -o $@ $(filter %.c,$^) -lm

$(B)/%.o: src/%.c Makefile | need
	@mkdir -p $(@D); echo "  CC   $@"
	$(Q)$(CC) $(ALL_CFLAGS) -c -o $@ $<

# Studies are part of the program: their scripts, and the examples they go through.
$(B)/main/cmd_new.o: $(wildcard src/main/new/*)
$(B)/study/study_list.o: $(wildcard src/study/*.tcl examples/*.tcl examples/*/*.tcl)

# The page in the browser: bundled where node is, and part of the program. One that could not be bundled is tried again.
PAGE   := build/page
PAGE_AGAIN := $(if $(shell grep -ls 'is not in this program' $(PAGE)/page_bundle.c),again)
.PHONY: again
$(PAGE)/page_bundle.c: $(wildcard src/web/ui/*) tools/make_page tools/embed_page.mjs $(PAGE_AGAIN)
	@mkdir -p $(@D)
	$(Q)tools/make_page $(PAGE) $@
$(B)/web/page_bundle.o: $(PAGE)/page_bundle.c Makefile | need
	@mkdir -p $(@D); echo "  CC   $@"
	$(Q)$(CC) $(ALL_CFLAGS) -c -o $@ $<

# So are templates of models for the builder of the page.
$(B)/web/templates.o: $(wildcard src/web/template/*)

$(B)/inside.a: $(LIBOBJ)
	@rm -f $@; ar rcs $@ $^

# The library for others, include/tandem.h: of all symbols only tandem_*, in both kinds. Its version is that of the header, and of script_version.
VERSION := $(shell awk '/define TANDEM_VERSION_/ {printf "%s%s", dot, $$3; dot = "."}' include/tandem.h)
SONAME := libtandem.so.$(firstword $(subst ., ,$(VERSION)))
PUBLIC_PKGS := $(filter-out libedit libwebsockets jansson,$(PKGS))
PUBLIC_LIBS := $(shell pkg-config --libs $(PUBLIC_PKGS) 2>/dev/null) $(OTHER_LIBS)
library: $(B)/lib/libtandem.so $(B)/lib/libtandem.a
$(B)/lib/libtandem.so.$(VERSION): $(PUBLIC)
	@mkdir -p $(@D); echo "  LINK $@"
	$(Q)$(CC) $(FLAGS_$(V)) -shared -Wl,-soname,$(SONAME) $(if $(filter release,$(V)),-Wl$(comma)-z$(comma)defs) -o $@ $^ $(PUBLIC_LIBS)
$(B)/lib/libtandem.so: $(B)/lib/libtandem.so.$(VERSION)
	$(Q)ln -sf $(<F) $(B)/lib/$(SONAME) && ln -sf $(SONAME) $@
$(B)/lib/libtandem.a: $(PUBLIC)
	@mkdir -p $(@D); echo "  AR   $@"
	$(Q)ld -r -o $(B)/lib/tandem.o $^ && objcopy --localize-hidden --strip-debug $(B)/lib/tandem.o && rm -f $@ && ar rcs $@ $(B)/lib/tandem.o

$(B)/tests/%.o: tests/%.c Makefile | need
	@mkdir -p $(@D); echo "  CC   $@"
	$(Q)$(CC) $(ALL_CFLAGS) -Itests -c -o $@ $<

# Programs that count what they run count up to their _exit, too.
ifeq ($(V),cov)
DUMP   := $(B)/tests/coverage/dump.o
LIBS   += $(DUMP)
$(B)/tandem $(B)/inside.a: | $(DUMP)
# Kernels are copies of one body for constant numbers of columns: unoptimised, every copy would keep the branches of all the others, which no program has.
$(addprefix $(B)/math/kernel_,base.o avx2.o avx512.o): private ALL_CFLAGS += -O1
endif

# What several tests share stands beside them in files not called *_test.c.
$(B)/tests/libshared.a: $(SHARED:tests/%.c=$(B)/tests/%.o)
	@rm -f $@; ar rcs $@ $^

$(B)/tests/%_test: $(B)/tests/%_test.o $(B)/tests/libshared.a $(B)/inside.a
	@echo "  LD   $@"
	$(Q)$(CC) $(FLAGS_$(V)) -o $@ $^ $(WRAP) $(LIBS) -lcmocka

# A test with ranks
$(B)/tests/%_test-mpi: $(B)/tests/%_test.o $(MPIOBJ) $(B)/tests/libshared.a $(B)/inside.a
	@echo "  LD   $@"
	$(Q)$(CC) $(FLAGS_$(V)) -o $@ $^ $(LIBS) $(MPI_LIBS) -lcmocka

# A site with a planted bug, which the checker of histories must find: its host stands before that of the library.
$(B)/tests/sim/planted_host.o: src/remote/host.c Makefile | need
	@mkdir -p $(@D); echo "  CC   $@"
	$(Q)$(CC) $(ALL_CFLAGS) -DPLANTED_BUG -c -o $@ $<
$(B)/tests/sim/planted_test: $(B)/tests/sim/planted_test.o $(B)/tests/sim/planted_host.o $(B)/tests/libshared.a $(B)/inside.a
	@echo "  LD   $@"
	$(Q)$(CC) $(FLAGS_$(V)) -o $@ $^ $(LIBS) -lcmocka

# The whole program in a world that fails (tests/torture/run)
HOSTILE := $(B)/tests/torture/tandem
$(HOSTILE): tests/torture/program/hostile.c $(PROGRAM)
	@mkdir -p $(@D); echo "  LINK $@"
	$(Q)$(CC) $(BASE_CFLAGS) $(CFLAGS) -o $@ $^ $(LIBS)

# In these programs what a real-time loop must not call is counted.
$(B)/tests/unit/realtime_test $(B)/tests/unit/drive_rt_test $(B)/tests/conform/device_test: private WRAP := $(addprefix -Wl$(comma)--wrap=,malloc calloc realloc aligned_alloc free read write snprintf vsnprintf pthread_mutex_lock)

# They run the programs that stand beside them.
$(B)/tests/verify/laboratory_test: | $(B)/laboratory
$(B)/tests/torture/web_test: | $(B)/tandem

# ranks, where MPI is; elsewhere the run says that they were left out, as in variants whose tools MPI does not pass
MPIBIN := $(if $(and $(HAVE_MPI),$(filter release,$(V))),$(B)/tandem-mpi $(addprefix $(B)/tests/conform/,engine_test-mpi advance_test-mpi advance_methods_test-mpi))
tests: $(TESTBIN) $(HOSTILE) $(MPIBIN)

# only those that are missing
deps:
	@tools/deps $(BUILD_DEPS) $(CHECK_DEPS) $(VALGRIND_DEPS) $(if $(MPI),$(MPI_DEPS))

# After the packages are there, a second make looks for the libraries anew.
demo:
	@tools/deps $(BUILD_DEPS)
	@$(MAKE_J) all
	@examples/demo.sh $(B)/tandem runs/demo

# a hybrid test that moves, in the browser
view:
	@tools/deps $(BUILD_DEPS)
	@$(MAKE_J) all
	@mkdir -p runs && cd runs && $(abspath $(B))/tandem run --view --run $$(date -u +%Y%m%d-%H%M%S)-two_storey ../examples/two_storey/two_storey.tcl

check:
	@tools/deps $(BUILD_DEPS) $(CHECK_DEPS)
	@$(MAKE_J) all library tests $(TORTURE) bench-build
	@$(MAKE) --no-print-directory check-run

# the static checks, and the build with the other compiler
CHECKS := --command "tools=tests/tools/run" --command "layers=tools/check_layers" --command "style=tools/check_style" \
	--command "headers=CC='$(CC)' CHECK_CFLAGS='$(BASE_CFLAGS)' tools/check_headers" \
	--command "real time=tools/check_rt $(B)" \
	--command "unused=tools/check_unused $(B)" --command "walk=tools/check_walk" --command "promises=tools/check_promises" \
	--command "quotes=tools/check_quotes" \
	--command "documentation=tools/make_docs $(B)/tandem --check" --command "manual=tools/make_manual $(B)/tandem $(B)/manual" \
	--command "evidence=tools/evidence --quick --build $(B)" \
	--command "build with clang=$(MAKE_J) CC=clang B=$(B)/clang all tests bench-build"

# scripts through the program: our own, and the corpus of the peer's answers when it is there
DIFF   := $(wildcard ../shared/differential/run)
SCRIPTS := $(if $(wildcard tests/script/run),--command "scripts=tests/script/run $(B)/tandem")
SCRIPTS += $(if $(DIFF),--command "differential=tests/differential/run $(dir $(DIFF)) $(B)/tandem")
# without strict_string_checks, which make reading a number cost the length of the file behind it
SCRIPTS += $(if $(wildcard tests/examples/run),--command "examples=ASAN_OPTIONS=detect_leaks=1 tests/examples/run $(B)/tandem")

# studies whose numbers must be the papers', with the records when they are there
RECORDS := $(wildcard ../shared/records)
SCRIPTS += --command "studies=tests/study/run $(B)/tandem $(RECORDS)"

# hybrid tests against the clock and with sites elsewhere; SOAK: seconds of the longest, KILLS: how often processes are killed
SOAK   ?= 60
KILLS  ?= 20
RUNS   := --command "sites=tests/network/run $(B)/tandem -kills $(KILLS)" --command "real-time runs=tests/realtime/run $(B)/tandem -laboratory $(B)/laboratory -seconds $(SOAK)"

# conversations with foreign programs: recorded ones when they are there, pairs of processes, peers that vanish
WIRE   := $(wildcard ../shared/wire/README.md)
# the Python package on the library
RUNS   += --command "Python=tests/python/run $(B)/tandem $(B)/lib/libtandem.so"
# records of runs: read by others, after kill -9, on a full disk
RUNS   += --command "records=tests/record/run $(B)/tandem"
# what a newcomer meets: a first test, help, manual pages, completion
RUNS   += --command "newcomer=tests/newcomer/run $(B)/tandem"
# the tutorials, as their readers do them; in variants what they build would need their tools
RUNS   += $(if $(filter release,$(V)),--command "tutorials=tests/tutorial/run $(B)/tandem $(B)/lib/libtandem.so '$(MAKE) --no-print-directory V=$(V) CC=$(CC) B=$(B)'")
# runs that are watched and steered while they go on
RUNS   += --command "live runs=tests/live/run $(B)/tandem"
# the server of the front door: refusals, live data, killed processes
RUNS   += --command "server=tests/web/run $(B)/tandem"
# the same hybrid tests on every engine
RUNS   += --command "engines=tests/engines/run $(B)/tandem"
# the page in a real browser, and every script that its builder writes
RUNS   += --command "browser=tests/browser/run $(B)/tandem $(PAGE)"
RUNS   += --command "foreign programs=tests/foreign/run $(B)/tandem $(if $(WIRE),-wire $(dir $(WIRE)))"

# the library as others get it: installed, found by pkg-config, by other compilers; in variants its users would need their tools
RUNS   += $(if $(filter release,$(V)),--command "library=tests/library/run $(B)/tandem '$(MAKE) --no-print-directory V=$(V) CC=$(CC) B=$(B)'")

# disks, memory, clocks and calls to the system that fail; some of the calls, all of them in make torture
RUNS   += --command "a world that fails=tests/torture/run $(HOSTILE)"

# ranks of MPI: agree, end, die
RUNS   += --command "ranks$(if $(MPIBIN),, left out, MPI is not here)=tests/cluster/run $(B)/tandem $(MPIBIN)"

check-run:
	@tools/run_tests --seconds 300 --tree . $(SCRIPTS) $(RUNS) $(CHECKS) $(TESTBIN) $(TORTURE)

# the same tests without the static checks, for the variants below
check-build: all tests
	@tools/run_tests --seconds 300 $(SCRIPTS) $(RUNS) $(TESTBIN)

check-asan check-ubsan check-tsan: check-%:
	@tools/deps $(BUILD_DEPS) $(CHECK_DEPS)
	@$(MAKE_J) V=$* B=build/$*-$(CC) all tests
	@ASAN_OPTIONS=detect_leaks=1:strict_string_checks=1 UBSAN_OPTIONS=print_stacktrace=1 TSAN_OPTIONS=suppressions=$(CURDIR)/tests/tsan.supp \
		$(MAKE) --no-print-directory V=$* B=build/$*-$(CC) check-build

VALGRIND := valgrind -q --error-exitcode=99 --leak-check=full --show-leak-kinds=definite --errors-for-leak-kinds=definite
check-valgrind: deps
	@$(MAKE_J) all tests
	@printf '#!/bin/sh\nexec $(VALGRIND) $(abspath $(B))/tandem "$$@"\n' > $(B)/tandem-valgrind; chmod +x $(B)/tandem-valgrind
	@tools/run_tests --seconds 1200 --wrap "$(VALGRIND)" --command "scripts=tests/script/run '$(VALGRIND) $(B)/tandem'" \
		$(if $(DIFF),--command "differential=tests/differential/run $(dir $(DIFF)) $(B)/tandem-valgrind") $(TESTBIN)

# an hour at 1024 Hz with the other processors busy; and a million distributed tests in the simulator
SEEDS  ?= 1000000
soak: all $(B)/tests/sim/network_sim_test $(B)/tests/unit/remote_power_test
	@tests/realtime/run $(B)/tandem -seconds 3600 soak
	@tests/network/run $(B)/tandem -kills 200 killed
	@tests/network/run $(B)/tandem -images 200 images
	@$(B)/tests/unit/remote_power_test 420
	@$(B)/tests/sim/network_sim_test 1 $(SEEDS)

# random bytes into every reader of bytes of others: each tests/fuzz/x_fuzz.c for FUZZ seconds of the processor, FUZZ_JOBS at a time, beginning with what is kept in
# tests/fuzz/corpus/x; clang's libFuzzer. What breaks a promise is left in build/fuzz-clang/fuzz. KEEP=1: what is new joins the corpus, and the history gets a line each.
FUZZ   ?= 600
FUZZ_JOBS ?= $(JOBS)
FUZZERS := $(patsubst tests/fuzz/%.c,%,$(wildcard tests/fuzz/*_fuzz.c))
$(B)/fuzz/%: $(B)/tests/fuzz/%.o $(B)/tests/libshared.a $(B)/inside.a
	@mkdir -p $(@D); echo "  LD   $@"
	$(Q)$(CC) $(BASE_CFLAGS) -fsanitize=fuzzer,address,undefined -DHARNESS=$* -o $@ tests/fuzz/libfuzzer.c $^ $(LIBS)

fuzz-build: $(addprefix $(B)/fuzz/,$(FUZZERS))

fuzz:
	@tools/deps $(BUILD_DEPS) $(CHECK_DEPS)
	@$(MAKE_J) CC=clang V=fuzz B=build/fuzz-clang fuzz-build
	@tools/fuzz --seconds $(FUZZ) --jobs $(FUZZ_JOBS) $(if $(KEEP),--keep) build/fuzz-clang/fuzz

# every fault point, each call of it, once and for ever
torture:
	@tools/deps $(BUILD_DEPS) $(CHECK_DEPS)
	@$(MAKE_J) $(TORTURE) $(HOSTILE)
	@tools/run_tests --seconds 900 --command "a world that fails=tests/torture/run $(HOSTILE) -all" $(TORTURE)

# what the tests run of each folder, by lines and branches; below the targets of tools/coverage it fails
coverage:
	@tools/deps $(BUILD_DEPS) $(CHECK_DEPS)
	@$(MAKE_J) V=cov B=build/cov all tests coverage-torture
	@$(MAKE) --no-print-directory V=cov B=build/cov coverage-run
coverage-torture: $(TORTURE)
coverage-run:
	@find $(B) -name '*.gcda' -delete
	@tools/run_tests --seconds 900 $(SCRIPTS) --command "sites=tests/network/run $(B)/tandem -kills 2" \
		--command "foreign programs=tests/foreign/run $(B)/tandem $(if $(WIRE),-wire $(dir $(WIRE)))" \
		--command "real-time runs=tests/realtime/run $(B)/tandem -laboratory $(B)/laboratory -seconds 5" $(TESTBIN) $(TORTURE); \
		tests=$$?; tools/coverage $(B) && exit $$tests

# N faults planted by SEED in what must not fail, one at a time: do the tests notice? Goes on where it was stopped.
N      ?= 200
SEED   ?= 1
mutants:
	@tools/deps $(BUILD_DEPS) $(CHECK_DEPS)
	@$(MAKE_J) all tests
	@$(MAKE_J) V=cov B=build/cov all tests
	@tools/mutants --build $(B) --cover build/cov --count $(N) --seed $(SEED)

# clang-tidy (.clang-tidy) and gcc -fanalyzer over src; what is known, with its reason, stands in tools/analyze.known
analyze: need
	@tools/deps $(BUILD_DEPS) $(CHECK_DEPS) $(ANALYZE_DEPS) $(MPI_DEPS)
	@$(MAKE) --no-print-directory analyze-run

# where the headers of MPI are is known once they are installed
analyze-run:
	@CHECK_CFLAGS='$(BASE_CFLAGS)' MPI_CFLAGS='$(MPI_CFLAGS)' tools/analyze

# microseconds a step and of a wake-up, as JSON lines; what is not there to compare with is said in its line
BENCH  := $(patsubst bench/%.c,$(B)/bench/%,$(wildcard bench/*.c))
$(B)/bench/%: bench/%.c $(B)/inside.a
	@mkdir -p $(@D); echo "  CC   $@"
	$(Q)$(CC) $(ALL_CFLAGS) -o $@ $< $(B)/inside.a $(LIBS)

# make check builds them, so that they are there when somebody measures
bench-build: $(BENCH)

bench: $(B)/tandem $(if $(HAVE_MPI),$(B)/tandem-mpi) $(BENCH)
	@tools/deps $(BENCH_DEPS) || true
	@for script in bench/*.tcl; do $(B)/tandem run --no-record $$script || exit 1; done
	@for program in $(BENCH); do $$program || exit 1; done
	@bench/realtime/overruns $(B)/tandem
	@bench/realtime/beside $(B)/tandem
	@bench/record/overhead $(B)/tandem
	@tests/browser/run $(B)/tandem $(PAGE) bench
	@bench/web/viewers $(B)/tandem
	@bench/network/steps $(B)/tandem $(B)/bench/pingpong
	@bench/common/compare $(B)/tandem $(B)/bench/yardstick || true
	@$(if $(HAVE_MPI),bench/cluster/modal $(B)/tandem-mpi,echo "left out: ranks; MPI is not installed (make deps MPI=1)")

# the ten most common runs against the last kept measurement of this machine (bench/history.jsonl): fails when one fell by more than 20 %; bench-keep adds today's
bench-compare bench-keep: bench-%: $(B)/tandem $(B)/bench/yardstick
	@bench/common/compare $(if $(filter keep,$*),--keep) $(B)/tandem $(B)/bench/yardstick

# every claim measured, and docs/evidence.md written: hours; it goes on where it was stopped. QUICK=1: what takes seconds, measured again and judged, nothing
# written. UPTO=seconds leaves out what takes longer, ONLY=word,word the runs with other names.
evidence:
	@tools/deps $(BUILD_DEPS) $(CHECK_DEPS)
	@$(if $(QUICK),,tools/deps $(BENCH_DEPS) || true)
	@$(MAKE_J) all library tests $(if $(QUICK),,$(BENCH))
	@tools/evidence --build $(B) $(if $(QUICK),--quick) $(if $(UPTO),--upto $(UPTO)) $(if $(ONLY),--only $(ONLY))

# what is written from the program's help is written by Python
need-python:
	@tools/deps $(PAGES_DEPS)

# the page of all commands, from the program's help
docs: $(B)/tandem need-python
	tools/make_docs $<

# manual pages, from the same help
man: $(B)/tandem need-python
	tools/make_man $< $(B)/man

# pages for a browser: README, docs, examples and all commands, with a search that needs no network; a link that leads nowhere is a failure
manual: $(B)/tandem need-python
	@tools/make_manual $< $(B)/manual

# the program, its manual, its examples and the library; DESTDIR, PREFIX and LIBDIR as usual
LIBDIR ?= $(PREFIX)/lib
INSTALLED := $(PREFIX)/bin/tandem $(PREFIX)/include/tandem.h $(addprefix $(LIBDIR)/,libtandem.a libtandem.so $(SONAME) libtandem.so.$(VERSION) pkgconfig/tandem.pc)
PYTHONDIR ?= $(PREFIX)/lib/python3/dist-packages
install: all library man manual
	install -D -m 755 $(B)/tandem$(if $(MPI),-mpi) $(DESTDIR)$(PREFIX)/bin/tandem
	install -D -m 644 include/tandem.h $(DESTDIR)$(PREFIX)/include/tandem.h
	install -D -m 644 $(B)/lib/libtandem.a $(DESTDIR)$(LIBDIR)/libtandem.a
	install -D -m 755 $(B)/lib/libtandem.so.$(VERSION) $(DESTDIR)$(LIBDIR)/libtandem.so.$(VERSION)
	ln -sf libtandem.so.$(VERSION) $(DESTDIR)$(LIBDIR)/$(SONAME) && ln -sf $(SONAME) $(DESTDIR)$(LIBDIR)/libtandem.so
	@mkdir -p $(DESTDIR)$(LIBDIR)/pkgconfig
	sed -e 's|@prefix@|$(PREFIX)|; s|@libdir@|$(LIBDIR:$(PREFIX)/%=$${prefix}/%)|; s|@version@|$(VERSION)|; s|@requires@|$(PUBLIC_PKGS)|; s|@libs@|$(OTHER_LIBS)|' \
		src/library/tandem.pc.in > $(DESTDIR)$(LIBDIR)/pkgconfig/tandem.pc
	install -D -m 644 tools/completion/tandem $(DESTDIR)$(PREFIX)/share/bash-completion/completions/tandem
	@for f in $(B)/man/*; do install -D -m 644 $$f $(DESTDIR)$(PREFIX)/share/man/man$${f##*.}/$${f##*/} || exit 1; done
	@for f in $(B)/manual/*.* $(B)/manual/pictures/*; do install -D -m 644 $$f $(DESTDIR)$(PREFIX)/share/doc/tandem/html/$${f#$(B)/manual/} || exit 1; done
	@for f in python/tandem/*.py python/tandem/*.pyi python/tandem/py.typed; do install -D -m 644 $$f $(DESTDIR)$(PYTHONDIR)/tandem/$${f##*/} || exit 1; done
	@for f in LICENSE README.md examples/*.tcl examples/*/*; do install -D -m 644 $$f $(DESTDIR)$(PREFIX)/share/tandem/$$f || exit 1; done

uninstall:
	rm -f $(addprefix $(DESTDIR),$(INSTALLED))
	rm -f $(DESTDIR)$(PREFIX)/share/bash-completion/completions/tandem $(DESTDIR)$(PREFIX)/share/man/man*/tandem*.[17]
	rm -rf $(DESTDIR)$(PREFIX)/share/tandem $(DESTDIR)$(PREFIX)/share/doc/tandem $(DESTDIR)$(PYTHONDIR)/tandem

clean:
	rm -rf build

-include $(OBJ:.o=.d) $(MPIOBJ:.o=.d) $(SHARED:tests/%.c=$(B)/tests/%.d) $(addsuffix .d,$(TESTBIN) $(TORTURE)) $(B)/tests/sim/planted_host.d
