/* Real transforms through FFTW: M. Frigo, S. G. Johnson, The design and implementation of FFTW3, Proc. IEEE 93 (2005) 216-231,
 * doi:10.1109/JPROC.2004.840301. FFTW_ESTIMATE chooses a plan by its cost model, not by the clock. */
#include "math/fft.h"

#include "math/vec.h"

#include <fftw3.h>
#include <string.h>

int fft_init(struct fft *f, int n, struct arena *mem, struct err *e)
{
	fftw_complex *bins;

	ASSERT(n >= 2);
	*f = (struct fft){.n = n};
	f->time = ARENA_ARRAY(mem, (size_t)n, double);
	f->bins = ARENA_ARRAY(mem, 2 * ((size_t)n / 2 + 1), double);
	if (!f->time || !f->bins)
		return err_set(e, ERR_MEMORY, "Fourier transform", "no memory for %d numbers", n);
	bins = (fftw_complex *)(void *)f->bins;
	f->forward = fftw_plan_dft_r2c_1d(n, f->time, bins, FFTW_ESTIMATE | FFTW_PRESERVE_INPUT);
	f->back = fftw_plan_dft_c2r_1d(n, bins, f->time, FFTW_ESTIMATE);
	if (f->forward && f->back)
		return 0;
	fft_fini(f);
	return err_set(e, ERR_MEMORY, "Fourier transform", "no plan for %d numbers", n);
}

void fft_fini(struct fft *f)
{
	if (f->forward)
		fftw_destroy_plan(f->forward);
	if (f->back)
		fftw_destroy_plan(f->back);
	f->forward = f->back = NULL;
}

void fft_forward(struct fft *f)
{
	fftw_execute(f->forward);
}

void fft_back(struct fft *f)
{
	fftw_execute(f->back);
	vec_scale(f->n, 1.0 / f->n, f->time);
}
