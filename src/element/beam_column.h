/* What members with sections along them share: words, points, histories, answers.
 *
 * History: transformation; basic deformations v and forces q of the last answer (nb each); then for each point the section's strains e, resultants s
 * and its own history. */
#pragma once

#include "element/beam.h"
#include "math/quadrature.h"

struct beam_column {             /* first member of the elements' structs */
	struct frame frame;
	int nb;                      /* basic freedoms: 3 or 6 */
	int n;                       /* points */
	double x[QUADRATURE_MAX];    /* 0..1 */
	double w[QUADRATURE_MAX];    /* add up to 1 */
	const struct section *section[QUADRATURE_MAX]; /* borrowed: model */
	int at[QUADRATURE_MAX];      /* where the history of a point begins: e, s, the section's */
	int basic;                   /* where v and q are */
	double rho, gyration;
	bool consistent;
	bool given;                  /* points and weights came with a beamIntegration */
	double kb[36];               /* initial basic stiffness */
};

/* Rows that stand at the head of the members' params, and the option whose default is theirs. */
#define BEAM_COLUMN_PARAMS \
	{ .name = "iNode", .kind = PARAM_ROW, .required = true, .help = "tag of the first node" }, \
	{ .name = "jNode", .kind = PARAM_ROW, .required = true, .help = "tag of the second node" }, \
	{ .name = "transfTag integrationTag | numIntgrPts secTag transfTag | numIntgrPts -sections secTag1 ... transfTag |" \
	          " transfTag \"Lobatto|... secTag numIntgrPts\"", .kind = PARAM_ROW, .required = true, \
	  .help = "a geomTransf and a beamIntegration; or points, as many as the rule may have, the section at all or each of them, and a geomTransf" }, \
	{ .name = "-mass", .kind = PARAM_ROW, .help = "mass per length >= 0, default 0" }
#define BEAM_COLUMN_INTEGRATION(rule) \
	{ .name = "-integration", .kind = PARAM_ROW, \
	  .help = "of points without a beamIntegration: Lobatto, Legendre, Radau, NewtonCotes, Trapezoidal or CompositeSimpson; default " rule }

/* Reads nodes, points, sections and transformation, and fills el. The rule is the one for words that name none. Stops at the options. */
int beam_column_read(struct beam_column *b, enum quadrature rule, struct args *a, struct element *el, const struct model *m, struct arena *mem,
	struct err *e) MUST_CHECK;
/* One option that all have (-mass, -cMass, -integration); surplus words fail. */
int beam_column_option(struct beam_column *b, struct args *a, struct err *e) MUST_CHECK;

/* Slots of element_ops. */
void beam_column_start(const void *self, double *h);
void beam_column_initial(const void *self, double *ret_k) RT;
void beam_column_mass(const void *self, double *ret_m) RT;
int beam_column_response(const void *self, const struct element_io *io, int argc, const char *const *argv, double *ret_x, int max);
/* Reactions and held forces of the elastic member, as beam_load gives them. */
int beam_column_load(const void *self, const struct element_load *l, double factor, double *load);
bool beam_column_linear(const void *self);
void beam_column_claim(const void *self, struct element_claims *ret_c);

/* A point's part of a history: its strains and resultants, and the section's own history behind them. */
static inline double *beam_column_strain(const struct beam_column *b, int i, double *h)
{
	return h + b->at[i];
}

static inline int beam_column_history(const struct beam_column *b, int i)
{
	return b->at[i] + 2 * b->section[i]->n;
}

/* Asks section i at strains e; writes them, the resultants and its history to io->ht. k: n x n. */
void beam_column_ask(const struct beam_column *b, int i, const struct element_io *io, const double *e, double *ret_k) RT;
/* Notes v and q in io->ht and gives forces and tangent from q and kb; k and c may be NULL. io->load begins with the reactions of the simple beam. */
void beam_column_answer(const struct beam_column *b, const struct element_io *io, const double *v, const double *q, const double *kb, double *f, double *k,
	double *c) RT;
