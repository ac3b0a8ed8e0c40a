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
#endif
