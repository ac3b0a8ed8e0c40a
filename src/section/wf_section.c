/* Section WFSection2d: a wide flange bent about its strong axis, in layers of fibres.
 *
 * Each flange is cut into nftf layers of its thickness, the web between them into nfdw layers; a layer is one fibre in its middle.
 */
#include "section/fibres.h"

struct wide_flange {
	struct fibres fibres;        /* first: slots of fibres.h */
	double d, tw, bf, tf;
	int mat, nfdw, nftf;
};

static const struct param params[] = {
	{ "matTag", PARAM_TAG, offsetof(struct wide_flange, mat), true, 0, RANGE_ANY, "material of all fibres" },
	{ "d", PARAM_REAL, offsetof(struct wide_flange, d), true, 0, RANGE_POSITIVE, "depth [length]" },
	{ "tw", PARAM_REAL, offsetof(struct wide_flange, tw), true, 0, RANGE_POSITIVE, "thickness of the web [length]" },
	{ "bf", PARAM_REAL, offsetof(struct wide_flange, bf), true, 0, RANGE_POSITIVE, "width of the flanges [length]" },
	{ "tf", PARAM_REAL, offsetof(struct wide_flange, tf), true, 0, RANGE_POSITIVE, "thickness of the flanges [length], less than d/2" },
	{ "Nfdw", PARAM_INT, offsetof(struct wide_flange, nfdw), true, 0, { 1, 10000, false, false }, "fibres over the web" },
	{ "Nftf", PARAM_INT, offsetof(struct wide_flange, nftf), true, 0, { 1, 10000, false, false }, "fibres over each flange" },
	{ 0 },
};

/* n layers of a plate between two heights. */
static int plate(struct wide_flange *x, double from, double to, double width, int n, const struct material *mat, const char *object, struct arena *mem,
	struct err *e)
{
	double each = (to - from) / n;
	int code = 0;
	for (int i = 0; i < n && code == 0; i++)
		code = fibres_add(&x->fibres, from + (i + 0.5) * each, 0.0, each * width, mat, object, mem, e);
	return code;
}

static int setup(void *self, struct args *a, const struct model *m, struct arena *mem, struct err *e)
{
	struct wide_flange *x = self;
	struct material *mat;
	double top = 0.5 * x->d, root = top - x->tf;
	int code = model_need_material(m, x->mat, a->object, &mat, e);
	if (code < 0)
		return code;
	if (m->ndm != 2) {
		code = err_set(e, ERR_STATE, a->object, "it is a section of plane models");
		err_value(e, "-ndm %d", m->ndm);
		err_hint(e, "build the flanges from patches of section Fiber");
		return code;
	}
	if (!(root > 0.0)) {
		code = err_set(e, ERR_RANGE, a->object, "the flanges leave no web");
		err_value(e, "tf %g", x->tf);
		err_allowed(e, "less than d/2 = %g", top);
		return code;
	}
	if ((code = plate(x, root, top, x->bf, x->nftf, mat, a->object, mem, e)) < 0 ||
	    (code = plate(x, -root, root, x->tw, x->nfdw, mat, a->object, mem, e)) < 0 ||
	    (code = plate(x, -top, -root, x->bf, x->nftf, mat, a->object, mem, e)) < 0)
		return code;
	return fibres_close(&x->fibres, a->object, e);
}

const struct section_ops section_wf_section = {
	.name = "WFSection2d",
	.brief = "wide flange of fibres, bent about its strong axis",
	.cite = "Spacone, Filippou & Taucer 1996, doi:10.1002/(SICI)1096-9845(199607)25:7<711::AID-EQE576>3.0.CO;2-9",
	.example = "2 1.0 0.1 0.6 0.15 4 2",
	.params = params,
	.size = sizeof(struct wide_flange),
	.setup = setup,
	.codes = fibres_codes,
	.nstate = fibres_nstate,
	.start = fibres_start,
	.respond = fibres_respond,
	.initial = fibres_initial,
	.linear = fibres_linear,
	.response = fibres_response,
};
