/* The compressive curve that both concretes share.
 * D. C. Kent and R. Park, Flexural members with confined concrete, J. Struct. Div. ASCE 97 (1971), doi:10.1061/JSDEAG.0002957;
 * B. D. Scott, R. Park and M. J. N. Priestley, ACI Journal 79 (1982), doi:10.14359/10875.
 */
#include "material/concrete.h"

int concrete_compression(struct concrete *x, const char *object, struct err *e)
{
	x->fpc = -fabs(x->fpc);
	x->epsc0 = -fabs(x->epsc0);
	x->fpcu = -fabs(x->fpcu);
	x->epscu = -fabs(x->epscu);
	if (x->fpc == 0.0 || x->epsc0 == 0.0) {
		int code = err_set(e, ERR_RANGE, object, "strength and strain at the peak must not be zero");
		err_value(e, "fpc %g, epsc0 %g", x->fpc, x->epsc0);
		return code;
	}
	if (x->epscu > x->epsc0) {
		int code = err_set(e, ERR_RANGE, object, "it is crushed before its peak");
		err_value(e, "epscu %g, epsc0 %g", x->epscu, x->epsc0);
		err_allowed(e, "epscu at least as far as epsc0");
		return code;
	}
	double rise = x->fpc - x->fpcu, most = concrete_modulus(x) * (x->epsc0 - x->epscu);
	if (rise > most) {
		int code = err_set(e, ERR_RANGE, object, "beyond its peak it is stiffer than virgin concrete");
		err_value(e, "fpcu %g", x->fpcu);
		err_allowed(e, "at least %g", x->fpc - most);
		return code;
	}
	return 0;
}

double concrete_modulus(const struct concrete *x)
{
	return 2.0 * x->fpc / x->epsc0;
}

double concrete_envelope(const struct concrete *x, double strain, double *ret_tangent)
{
	double r = strain / x->epsc0;
	if (strain > x->epsc0) {
		*ret_tangent = concrete_modulus(x) * (1.0 - r);
		return x->fpc * r * (2.0 - r);
	}
	if (strain > x->epscu) {
		*ret_tangent = (x->fpc - x->fpcu) / (x->epsc0 - x->epscu);
		return x->fpc + *ret_tangent * (strain - x->epsc0);
	}
	*ret_tangent = 0.0;
	return x->fpcu;
}
