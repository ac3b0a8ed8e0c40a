/* The routines of LAPACK (in OpenBLAS) and ARPACK that the program calls, as their Fortran has them: column-major, every
 * argument by address, the lengths of texts by value at the end. info 0 is success, < 0 a bad argument, > 0 as the
 * Users' Guides say. Nothing here allocates, but OpenBLAS takes its buffers on the first call. */
#pragma once

#include <complex.h>
#include <stddef.h>

/* Positive definite: A = L L'. */
void dpotrf_(const char *uplo, const int *n, double *a, const int *lda, int *info, size_t uplo_length);
/* A^-1 from L; the lower triangle is written. */
void dpotri_(const char *uplo, const int *n, double *a, const int *lda, int *info, size_t uplo_length);

/* General: P A = L U, dense and band; A^-1 from L U with lwork doubles of work space. */
void dgetrf_(const int *m, const int *n, double *a, const int *lda, int *ipiv, int *info);
void dgetrs_(const char *trans, const int *n, const int *nrhs, const double *a, const int *lda, const int *ipiv, double *b, const int *ldb,
	int *info, size_t trans_length);
void dgetri_(const int *n, double *a, const int *lda, const int *ipiv, double *work, const int *lwork, int *info);
void dgbtrf_(const int *m, const int *n, const int *kl, const int *ku, double *ab, const int *ldab, int *ipiv, int *info);
void dgbtrs_(const char *trans, const int *n, const int *kl, const int *ku, const int *nrhs, const double *ab, const int *ldab, const int *ipiv,
	double *b, const int *ldb, int *info, size_t trans_length);

/* Eigenvalues il to iu (range "I") of A x = w B x, symmetric, B positive definite. */
void dsygvx_(const int *itype, const char *jobz, const char *range, const char *uplo, const int *n, double *a, const int *lda, double *b,
	const int *ldb, const double *vl, const double *vu, const int *il, const int *iu, const double *abstol, int *m, double *w, double *z,
	const int *ldz, double *work, const int *lwork, int *iwork, int *ifail, int *info, size_t jobz_length, size_t range_length,
	size_t uplo_length);

/* Eigenvalues wr + i wi of a general A, with jobvl and jobvr "N" without vectors; A is destroyed. */
void dgeev_(const char *jobvl, const char *jobvr, const int *n, double *a, const int *lda, double *wr, double *wi, double *vl, const int *ldvl,
	double *vr, const int *ldvr, double *work, const int *lwork, int *info, size_t jobvl_length, size_t jobvr_length);

/* Eigenvalues (alphar + i alphai)/beta of A x = lambda B x, B of any rank (beta 0: infinite); A and B are destroyed. */
void dggev_(const char *jobvl, const char *jobvr, const int *n, double *a, const int *lda, double *b, const int *ldb, double *alphar, double *alphai,
	double *beta, double *vl, const int *ldvl, double *vr, const int *ldvr, double *work, const int *lwork, int *info, size_t jobvl_length,
	size_t jobvr_length);

/* Complex general: P A = L U; eigenvalues w, A destroyed. */
void zgetrf_(const int *m, const int *n, double complex *a, const int *lda, int *ipiv, int *info);
void zgetrs_(const char *trans, const int *n, const int *nrhs, const double complex *a, const int *lda, const int *ipiv, double complex *b,
	const int *ldb, int *info, size_t trans_length);
void zgeev_(const char *jobvl, const char *jobvr, const int *n, double complex *a, const int *lda, double complex *w, double complex *vl, const int *ldvl,
	double complex *vr, const int *ldvr, double complex *work, const int *lwork, double *rwork, int *info, size_t jobvl_length, size_t jobvr_length);

/* Implicitly restarted Lanczos, one step of the reverse communication, and the vectors after the last. */
void dsaupd_(int *ido, const char *bmat, const int *n, const char *which, const int *nev, const double *tol, double *resid, const int *ncv,
	double *v, const int *ldv, int *iparam, int *ipntr, double *workd, double *workl, const int *lworkl, int *info, size_t bmat_length,
	size_t which_length);
void dseupd_(const int *rvec, const char *howmny, int *select, double *d, double *z, const int *ldz, const double *sigma, const char *bmat,
	const int *n, const char *which, const int *nev, const double *tol, double *resid, const int *ncv, double *v, const int *ldv, int *iparam,
	int *ipntr, double *workd, double *workl, const int *lworkl, int *info, size_t howmny_length, size_t bmat_length,
	size_t which_length);

/* All eigenvalues, rising, of A x = w B x (itype 1), symmetric, B positive definite, by divide and conquer; A becomes the vectors, x' B x = 1. */
void dsygvd_(const int *itype, const char *jobz, const char *uplo, const int *n, double *a, const int *lda, double *b, const int *ldb, double *w,
	double *work, const int *lwork, int *iwork, const int *liwork, int *info, size_t jobz_length, size_t uplo_length);
