/* Calls that are forbidden in a loop, counted while `guarded` is set on the thread that makes them. For programs that the Makefile links with --wrap;
 * one file of the program includes this. */
#pragma once

#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

static _Thread_local bool guarded;
static atomic_int forbidden;

#define WRAPPED(result, name, declared, passed)                                                              \
	result __real_##name declared;                                                                        \
	result __wrap_##name declared;                                                                        \
	result __wrap_##name declared                                                                         \
	{                                                                                                     \
		if (guarded)                                                                                  \
			atomic_fetch_add(&forbidden, 1);                                                      \
		return __real_##name passed;                                                                  \
	}

WRAPPED(void *, malloc, (size_t size), (size))
WRAPPED(void *, calloc, (size_t n, size_t size), (n, size))
WRAPPED(void *, realloc, (void *p, size_t size), (p, size))
WRAPPED(void *, aligned_alloc, (size_t align, size_t size), (align, size))
WRAPPED(ssize_t, write, (int handle, const void *bytes, size_t n), (handle, bytes, n))
WRAPPED(ssize_t, read, (int handle, void *bytes, size_t n), (handle, bytes, n))
WRAPPED(int, vsnprintf, (char *to, size_t n, const char *format, va_list list), (to, n, format, list))
WRAPPED(int, pthread_mutex_lock, (pthread_mutex_t *m), (m))

int __wrap_snprintf(char *to, size_t n, const char *format, ...) __attribute__((format(printf, 3, 4)));
int __wrap_snprintf(char *to, size_t n, const char *format, ...)
{
	va_list list;
	va_start(list, format);
	int length = __wrap_vsnprintf(to, n, format, list);
	va_end(list);
	return length;
}

void __real_free(void *p);
void __wrap_free(void *p);
void __wrap_free(void *p)
{
	if (guarded)
		atomic_fetch_add(&forbidden, 1);
	__real_free(p);
}
