/* libFuzzer's way into a harness: built once for each, with -DHARNESS= its name (make fuzz). In the tests, which call harnesses themselves, it is empty. */
#include <stddef.h>
#include <stdint.h>

#ifdef HARNESS
void HARNESS(const uint8_t *bytes, size_t n);
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n);

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
	HARNESS(bytes, n);
	return 0;
}

/* HDF5 1.10 loses the header of an object that it finds damaged; what is ours and not closed stays in its tables, and is no leak to anybody. */
const char *__lsan_default_suppressions(void);
const char *__lsan_default_suppressions(void)
{
	return "leak:libhdf5\n";
}
#endif
