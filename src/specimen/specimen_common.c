/* What several specimens share. */
#include "specimen/specimen_common.h"

#include "plugin.h"

int piece_find(struct piece *p, const struct model *m, const char *object, struct err *e)
{
	struct material *mat;
	int code = model_need_material(m, p->tag, object, &mat, e);

	if (!code)
		p->mat = mat;
	return code;
}

int piece_size(const struct piece *p)
{
	return 2 * material_size(p->mat);
}

void piece_start(const struct piece *p, double *h)
{
	material_start(p->mat, h);
}

double piece_step(const struct piece *p, double *h, double dt, const struct motion *to)
{
	int n = material_size(p->mat);

	material_step(p->mat, h, h + n, to->x, to->v, dt);
	memcpy(h, h + n, (size_t)n * sizeof(double));
	return h[MATERIAL_STRESS];
}

int dial_find(struct dial *d, const struct model *m, const char *object, struct err *e)
{
	struct series *s;
	int code = d->tag ? model_need_series(m, d->tag, object, &s, e) : 0;

	if (!code && d->tag)
		d->series = s;
	return code;
}

double dial_at(const struct dial *d, double t)
{
	return d->series ? d->value * series_value(d->series, t) : d->value;
}
