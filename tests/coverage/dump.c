/* Programs built to count what they run (make coverage): a process that ends by _exit, as a command loop does, hands its counts over first.
 * The linker puts this in the place of _exit (--wrap, Makefile); other builds leave it out.
 */
#include <unistd.h>

void __gcov_dump(void);
_Noreturn void __real__exit(int status);
_Noreturn void __wrap__exit(int status);

_Noreturn void __wrap__exit(int status)
{
	__gcov_dump();
	__real__exit(status);
}
