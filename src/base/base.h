/* Small macros that every file may use: assertions, array length, real-time mark. */
#pragma once

#include <stddef.h>

/* Marks what runs in a loop: no allocation, lock, system call, formatted output, recursion. */
#if defined(__clang__) && __clang_major__ >= 20
#define RT __attribute__((nonblocking))
#else
#define RT
#endif

/* What must be true, in every build. Prints where and aborts. */
#define ASSERT(x) ((x) ? (void)0 : assert_failed(#x, __FILE__, __LINE__))
_Noreturn void assert_failed(const char *expression, const char *file, int line);

/* In a loop nothing aborts: hand the code back. */
#define RT_CHECK(x, code) do { if (!(x)) return (code); } while (0)

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))
