/* How like two histories are: the measures of UCB/EERC 2005-02, 8.3, sample by sample.
 *
 *   eps_max = max|u_exact - u_sim| / max|u_exact|            (8.7)
 *   eps_rms = rms(u_exact - u_sim) / max|u_exact|            (8.8)
 *   eps_enr = |E_exact - E_sim| / E_exact,  E = sum f'du     (8.9)
 */
#pragma once

#include <stdint.h>

struct likeness {
	double peak;               /* max|u_exact| */
	double most, square;       /* of the differences: largest magnitude, sum of squares */
	double at;                 /* abscissa of the largest difference */
	int64_t n;
};

/* A pair of samples at abscissa t; one whose exact value is not finite is left out, from one whose other value is not everything is infinite. */
void likeness_add(struct likeness *l, double t, double exact, double sim);
/* NaN where there is no sample; 0 where both are zero throughout, infinite where only the exact one is. */
double likeness_max(const struct likeness *l);
double likeness_rms(const struct likeness *l);
double likeness_energy(double exact, double sim);
