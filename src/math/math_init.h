/* Set-up of the libraries under math: one thread for OpenBLAS. Call it once before the first use; again does no harm. */
#pragma once

void math_init(void);
