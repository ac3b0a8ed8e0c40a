/* Set-up of the libraries under math. */
#pragma once

/* One thread for OpenBLAS. Call it before the first use; only the first call does anything. */
void math_init(void);

/* Has OpenBLAS take its buffer (128 MB of addresses) now. It asks for it for ever where it does not get it: for who sees first that there is room. */
void math_buffer(void);

/* So many threads for OpenBLAS from now on, n >= 1, everywhere in the program. Sums of products may then depend on n. Starts and
 * ends threads: not for the loop. */
void math_threads(int n);
