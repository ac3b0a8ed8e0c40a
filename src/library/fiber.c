/* Stacks are changed by swapcontext. AddressSanitizer and ThreadSanitizer are told of every change, where they are built in. */
#define _GNU_SOURCE /* MAP_ANONYMOUS, MAP_STACK */
#include "library/fiber.h"

#include "base/base.h"

#include <sys/mman.h>
#include <unistd.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define WITH_ASAN 1
#endif
#if __has_feature(thread_sanitizer)
#define WITH_TSAN 1
#endif
#endif
#if defined(__SANITIZE_ADDRESS__)
#define WITH_ASAN 1
#endif
#if defined(__SANITIZE_THREAD__)
#define WITH_TSAN 1
#endif

#ifdef WITH_ASAN
#include <sanitizer/common_interface_defs.h>
#endif
#ifdef WITH_TSAN
#include <sanitizer/tsan_interface.h>
#endif

static __thread struct fiber *starting; /* what makecontext cannot hand over: a pointer */

static void before_inside(struct fiber *f)
{
	f->within = true;
#ifdef WITH_ASAN
	__sanitizer_start_switch_fiber(&f->fake_outside, (char *)f->stack + f->guard, FIBER_STACK);
#endif
#ifdef WITH_TSAN
	f->tsan_outside = __tsan_get_current_fiber();
	__tsan_switch_to_fiber(f->tsan_inside, 0);
#endif
}

static void after_inside(struct fiber *f)
{
#ifdef WITH_ASAN
	__sanitizer_finish_switch_fiber(f->fake_outside, NULL, NULL);
#endif
	f->within = false;
}

static void before_outside(struct fiber *f)
{
#ifdef WITH_ASAN
	__sanitizer_start_switch_fiber(f->alive ? &f->fake_inside : NULL, f->outside_bottom, f->outside_size);
#endif
#ifdef WITH_TSAN
	__tsan_switch_to_fiber(f->tsan_outside, 0);
#endif
	(void)f;
}

static void after_outside(struct fiber *f)
{
#ifdef WITH_ASAN
	__sanitizer_finish_switch_fiber(f->fake_inside, &f->outside_bottom, &f->outside_size);
#endif
	(void)f;
}

static void enter(void)
{
	struct fiber *f = starting;

	f->fake_inside = NULL;
	after_outside(f);
	f->run(f->self);
	f->alive = false;
	before_outside(f);
	setcontext(&f->outside);
}

static int take_stack(struct fiber *f, struct err *e)
{
	size_t guard = (size_t)sysconf(_SC_PAGESIZE);
	void *stack;

	if (f->stack)
		return 0;
	stack = mmap(NULL, guard + FIBER_STACK, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_STACK | MAP_NORESERVE, -1, 0);
	if (stack == MAP_FAILED)
		return err_set(e, ERR_MEMORY, "library", "no memory for a second stack of %d bytes", FIBER_STACK);
	if (mprotect(stack, guard, PROT_NONE) != 0) {
		munmap(stack, guard + FIBER_STACK);
		return err_set(e, ERR_MEMORY, "library", "the end of a second stack cannot be guarded");
	}
	f->stack = stack;
	f->guard = guard;
#ifdef WITH_TSAN
	f->tsan_inside = __tsan_create_fiber(0);
#endif
	return 0;
}

int fiber_start(struct fiber *f, void (*run)(void *self), void *self, struct err *e)
{
	int code = take_stack(f, e);

	ASSERT(!f->alive);
	if (code)
		return code;
	if (getcontext(&f->inside) != 0)
		return err_set(e, ERR_INTERNAL, "library", "the machine's registers cannot be saved");
	f->run = run;
	f->self = self;
	f->alive = true;
	f->inside.uc_stack.ss_sp = (char *)f->stack + f->guard;
	f->inside.uc_stack.ss_size = FIBER_STACK;
	f->inside.uc_link = NULL;
	makecontext(&f->inside, enter, 0);
	starting = f;
	fiber_resume(f);
	return 0;
}

void fiber_resume(struct fiber *f)
{
	int code;

	before_inside(f);
	code = swapcontext(&f->outside, &f->inside);
	ASSERT(code == 0);
	after_inside(f);
}

void fiber_yield(struct fiber *f)
{
	int code;

	before_outside(f);
	code = swapcontext(&f->inside, &f->outside);
	ASSERT(code == 0);
	after_outside(f);
}

void fiber_fini(struct fiber *f)
{
	ASSERT(!f->alive);
	if (!f->stack)
		return;
#ifdef WITH_TSAN
	__tsan_destroy_fiber(f->tsan_inside);
#endif
	munmap(f->stack, f->guard + FIBER_STACK);
	f->stack = NULL;
}
