/* Dorka's sub-steps, as in substeps.h. */
#include "experiment/substeps.h"

#include "math/dense.h"

#include <math.h>
#include <string.h>

int substeps_take(struct substeps *s, const int trial_n[SLOTS], struct arena *mem)
{
	size_t n = (size_t)trial_n[SLOT_DISP];
	double **const own[] = {&s->f, &s->before, &s->gf};

	*s = (struct substeps){0};
	for (int x = 0; x < SUBSTEP_MOTIONS; x++) {
		double **const motion[] = {&s->x0[x], &s->x1[x], &s->now[x]};

		for (size_t i = 0; i < COUNT(motion) && trial_n[x] == trial_n[SLOT_DISP]; i++)
			if (!(*motion[i] = ARENA_ARRAY(mem, n + 1, double)))
				return ERR_MEMORY;
	}
	for (size_t i = 0; i < COUNT(own); i++)
		if (!(*own[i] = ARENA_ARRAY(mem, n + 1, double)))
			return ERR_MEMORY;
	return 0;
}

static void copy(int n, const double *from, double *to)
{
	if (from && to)
		memcpy(to, from, (size_t)n * sizeof(double));
}

void substeps_copy(const struct substeps *from, int n, struct substeps *to)
{
	to->t0 = from->t0;
	to->instant0 = from->instant0;
	for (int x = 0; x < SUBSTEP_MOTIONS; x++) {
		copy(n, from->x0[x], to->x0[x]);
		copy(n, from->x1[x], to->x1[x]);
		copy(n, from->now[x], to->now[x]);
	}
	copy(n, from->f, to->f);
}

bool substep_gains_good(const struct substep_gains *w, const int trial_n[SLOTS])
{
	bool travels = true;

	for (int x = 0; x <= (int)w->control; x++)
		travels &= trial_n[x] == w->n;
	return w->n >= 1 && w->k >= 1 && w->k <= SUBSTEPS_MOST && travels;
}

void substeps_begin(struct substeps *s, const struct substep_gains *w)
{
	s->w = w;
	s->i = 0;
	s->t = s->t0;
	s->instant = s->instant0;
}

void substeps_feed(const struct substep_gains *w, const double *f, double *ret_gf)
{
	int n = w->n;

	if (!w->single) {
		mat_vec(n, n, w->g, f, ret_gf);
		return;
	}
	for (int i = 0; i < n; i++) {
		float sum = 0.0f;

		for (int j = 0; j < n; j++)
			sum += (float)w->g[i * n + j] * (float)f[j];
		ret_gf[i] = (double)sum;
	}
}

static double ramp(bool single, double from, double to, double share, double b, double gf)
{
	float f = (float)share;

	if (!single)
		return from * (1.0 - share) + to * share + b * gf;
	return (double)((float)from * (1.0f - f) + (float)to * f + (float)b * (float)gf);
}

/* The equations' value of one motion of component j. */
static double value(const struct substeps *s, int x, int j, double share)
{
	const double b[SUBSTEP_MOTIONS] = {1.0, s->w->b_v, s->w->b_a};

	return ramp(s->w->single, s->x0[x][j], s->x1[x][j], share, b[x], s->gf[j]);
}

/* The values of all motions of component j; those below the controlled one are integrated. */
static void command(struct substeps *s, int j, double share, double half)
{
	double *const *now = s->now;
	double v = now[SLOT_VEL] ? now[SLOT_VEL][j] : 0.0, a = now[SLOT_ACCEL] ? now[SLOT_ACCEL][j] : 0.0;

	if (now[SLOT_ACCEL])
		now[SLOT_ACCEL][j] = value(s, SLOT_ACCEL, j, share);
	if (now[SLOT_VEL])
		now[SLOT_VEL][j] = s->w->control == SUBSTEP_ACCELERATION ? v + half * (a + now[SLOT_ACCEL][j]) : value(s, SLOT_VEL, j, share);
	if (s->w->control == SUBSTEP_DISPLACEMENT)
		now[SLOT_DISP][j] = value(s, SLOT_DISP, j, share);
	else
		now[SLOT_DISP][j] += half * (v + now[SLOT_VEL][j]);
}

bool substeps_next(struct substeps *s)
{
	const struct substep_gains *w = s->w;

	if (s->i == w->k)
		return false;
	s->i++;
	memcpy(s->before, s->f, (size_t)w->n * sizeof(double));
	substeps_feed(w, s->before, s->gf);
	for (int j = 0; j < w->n; j++)
		command(s, j, s->i / (double)w->k, 0.5 * w->dt / w->k);
	s->t = s->i == w->k ? s->t0 + w->dt : s->t0 + s->i * (w->dt / w->k);
	s->instant = s->instant0 + fmax(s->t - s->t0, 0.0);
	return true;
}

void substeps_end(struct substeps *s)
{
	for (int x = 0; x < SUBSTEP_MOTIONS; x++)
		for (int j = 0; s->now[x] && j < s->w->n; j++)
			s->now[x][j] = value(s, x, j, 1.0);
}

void substeps_put(const struct substeps *s, struct signals *trial)
{
	for (int x = 0; x < SUBSTEP_MOTIONS; x++)
		copy(s->w->n, s->now[x], trial->x[x]);
	for (int i = 0; i < trial->n[SLOT_TIME]; i++)
		trial->x[SLOT_TIME][i] = s->t;
}

void substeps_get(struct substeps *s, const struct signals *out)
{
	for (int i = 0; i < s->w->n; i++)
		s->f[i] = -out->x[SLOT_FORCE][i];
}
