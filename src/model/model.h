/* The model: nodes, elements, constraints, loads. Filled by the script, constant while an analysis runs.
 *
 * All objects live in the model's arena and are found by tag. Removing takes an object out of its list; memory returns
 * with model_wipe. Every change increases `stamp`, so that an analysis knows that its equations are old.
 * Freedoms are numbered node after node: freedom i of a node is dof0 + i once model_number has run.
 * One thread; nothing here runs in the loop except reading.
 */
#pragma once

#include "base/arena.h"
#include "base/err.h"
#include "math/csc.h"
#include "model/element.h"
#include "model/integration.h"
#include "model/material.h"
#include "model/section.h"
#include "model/series.h"
#include "model/transform.h"

#include <stdbool.h>

struct laboratory;   /* experiment/ */

enum { NODE_DOF_MAX = 12 };

struct node {
	int tag;
	int ndm, ndf;
	double x[3];            /* coordinates, unused ones zero */
	double *mass;           /* owned: model arena; ndf x ndf, row-major, zero at first */
	double mass_factor;     /* Rayleigh: alpha M of the node */
	unsigned held;          /* bit i: freedom i has a single-point constraint */
	int dof0;               /* first freedom, set by model_number; -1 before */
	const struct matrix_part *part;  /* borrowed: model; the part given by matrices of which it is a freedom, NULL: none */
	int row;                /* its row there */
};

/* A part of the structure given by its matrices, K u + C v + M a. Each of its n freedoms is a node with one freedom, so that constraints, loads, elements and
 * recorders find it as they find any other. One pattern for all three; entries are summed into the equations once, as those of linear elements. */
struct matrix_part {
	int n, first;               /* freedoms; tag of the first one's node: row i is node first + i */
	struct node *node;          /* n, owned: model arena */
	struct pattern_csc pattern; /* symmetric: lower triangle. The diagonal is always there */
	double *k, *c, *m;          /* owned: model arena; c, m NULL: none */
	double factor[4];           /* Rayleigh, as an element's */
	int ndirection;             /* directions of uniform excitation that are known */
	double *iota;               /* n x ndirection: motion of the freedoms when the ground moves by 1; owned */
	double *inertia;            /* n x ndirection: M iota, or as given; owned */
	int *couple, ncouple;       /* rows that couple with a specimen or another part; owned */
};

/* What a part is made of. Matrices are square and of one size; names are those of their files, for reports. */
struct matrix_plan {
	const struct csc *k, *c, *m;        /* c, m may be NULL */
	const char *k_name, *c_name, *m_name;
	int first;
	bool unsymmetric;                   /* is allowed; else halves may differ by tolerance (csc_asymmetry) and their mean is taken */
	double tolerance;
	const struct csc *iota, *inertia;   /* n x directions; NULL: none. Without inertia it is M iota */
	const char *iota_name, *inertia_name;
	const int *couple; int ncouple;     /* rows, from 0 */
};

struct sp {                 /* single-point constraint */
	int tag;                /* counts up; remove sp tag */
	struct node *node;
	int dof;                /* 0-based */
	double value;           /* per unit factor; 0 for fix */
	bool constant;          /* -const: the value whatever the factor */
	double origin;          /* displacement when it was made, from which it counts */
	const struct pattern *pattern; /* that it belongs to, NULL for fix; borrowed: model */
};

struct mp {                 /* multi-point constraint: u_c = C u_r + offset, rows are constrained freedoms */
	int tag;
	struct node *retained, *constrained;
	int nr, nc;
	int *dof_r, *dof_c;     /* 0-based, owned: model arena */
	double *matrix;         /* nc x nr, owned */
	double *offset;         /* nc, owned: u_c - C u_r when it was made, which it keeps */
};

struct nodal_load {
	struct node *node;
	double *value;          /* ndf, owned: model arena; per unit factor */
	bool constant;          /* -const: the value whatever the factor */
};
struct member_load { struct element *element; struct element_load load; };

enum pattern_kind { PATTERN_PLAIN, PATTERN_UNIFORM, PATTERN_MULTIPLE };

struct ground_motion {      /* of a MultipleSupport pattern */
	int tag;
	const struct series *accel, *vel, *disp; /* each may be NULL; what is missing is integrated or zero */
	double factor;
	double dt_integrate;    /* step of the trapezoidal rule on accel or vel */
	struct motion_table *table; /* integrated histories, owned: model arena, NULL when not needed */
};

struct imposed { struct node *node; int dof; struct ground_motion *motion; };

struct pattern {
	int tag;
	enum pattern_kind kind;
	const struct series *series;   /* plain: factor(t); uniform: ground acceleration */
	double factor;                 /* plain -fact, uniform -fact */
	bool constant;                 /* loadConst froze it */
	double frozen;                 /* its factor then */
	int direction;                 /* uniform: 0-based */
	double vel0;                   /* uniform: initial velocity in its direction */
	bool vel0_done;                /* it has been given to the nodes */
	struct nodal_load *nodal; int nnodal, cap_nodal;
	struct member_load *member; int nmember, cap_member;
	struct ground_motion **motion; int nmotion, cap_motion;
	struct imposed *imposed; int nimposed, cap_imposed;
};

struct region {
	int tag;
	int *node, nnode;       /* tags */
	int *element, nelement;
};

struct tagged { int tag; void *object; };
struct table { struct tagged *row; int n, cap; };   /* sorted by tag; rows owned: model arena */

struct reduction;           /* analysis/: fewer unknowns than free freedoms */
struct structure;           /* structure.h: what the command generate built */

struct model {
	struct arena arena;
	int ndm, ndf;           /* of nodes made from now on; 0 before the command model */
	unsigned stamp;         /* changes with every change */
	struct table nodes, elements, materials, sections, transforms, integrations, series, patterns, regions;
	struct sp **sp; int nsp, cap_sp, next_sp;
	struct mp **mp; int nmp, cap_mp, next_mp;
	struct matrix_part **part; int npart, cap_part;
	double rayleigh[4];     /* last given to all: informative */
	double *modal_damping;  /* ratios of the first nmodal modes, owned; NULL: none */
	int nmodal;
	int ndof;               /* all freedoms, set by model_number */
	/* eigenvectors of the last eigen command: nmode x ndof rows, for queries, recorders and modal damping; owned: eigen_arena */
	double *eigenvalue, *eigenvector;
	int nmode;
	struct arena eigen_arena;
	struct reduction *reduction;   /* owned: reduction_arena; NULL: the equations are those of the whole structure */
	struct arena reduction_arena;
	const struct structure *structure; /* owned: model arena; the last one generated, NULL: none */
	struct laboratory *lab;        /* borrowed: script; experimental objects, NULL: none. Outlives model_wipe. */
	/* Displacement of a node's freedom now, for elements made while the structure stands displaced; NULL: nothing moves. Outlives model_wipe. */
	double (*displacement)(const void *of, const struct node *n, int dof);
	const void *displacement_of;   /* borrowed: analysis */
};

/* An empty model; the end of one. */
void model_init(struct model *m);
void model_wipe(struct model *m);   /* back to empty, keeps nothing */
void model_fini(struct model *m);

/* Objects by tag; NULL when there is none. */
struct node *model_node(const struct model *m, int tag);
struct element *model_element(const struct model *m, int tag);
struct material *model_material(const struct model *m, int tag);
struct section *model_section(const struct model *m, int tag);
struct transform *model_transform(const struct model *m, int tag);
struct integration *model_integration(const struct model *m, int tag);
struct series *model_series(const struct model *m, int tag);
struct pattern *model_pattern(const struct model *m, int tag);
struct region *model_region(const struct model *m, int tag);

/* As above, but a missing one fills the report: object wants "material 7", which is not there. */
int model_need_node(const struct model *m, int tag, const char *object, struct node **ret, struct err *e) MUST_CHECK;
int model_need_material(const struct model *m, int tag, const char *object, struct material **ret, struct err *e) MUST_CHECK;
int model_need_section(const struct model *m, int tag, const char *object, struct section **ret, struct err *e) MUST_CHECK;
int model_need_transform(const struct model *m, int tag, const char *object, struct transform **ret, struct err *e) MUST_CHECK;
int model_need_integration(const struct model *m, int tag, const char *object, struct integration **ret, struct err *e) MUST_CHECK;
int model_need_series(const struct model *m, int tag, const char *object, struct series **ret, struct err *e) MUST_CHECK;

/* Tagged tables: sorted insertion (refuses a tag in use, naming kind), look-up, removal. */
int table_add(struct table *t, int tag, void *object, const char *kind, struct arena *mem, struct err *e) MUST_CHECK;
void *table_get(const struct table *t, int tag);
/* The first row with a tag between two, both included; -1: none. */
int table_within(const struct table *t, int first, int last);
bool table_remove(struct table *t, int tag);

/* Builders used by the script. Each checks everything before it changes anything. */
int model_add_node(struct model *m, int tag, int ndf, const double *x, struct err *e) MUST_CHECK;
int model_set_mass(struct model *m, struct node *n, const double *diagonal, struct err *e) MUST_CHECK;
int model_fix(struct model *m, struct node *n, int dof, struct err *e) MUST_CHECK;
/* pattern: NULL for a fix */
int model_add_sp(struct model *m, struct node *n, int dof, double value, const struct pattern *pattern, struct err *e) MUST_CHECK;
/* Takes those back that model_fix and model_add_sp added when there were nsp of them, for a command of several of which one was refused. */
void model_sp_back(struct model *m, int nsp);
int model_equal_dof(struct model *m, struct node *retained, struct node *constrained, int n, const int *dof, struct err *e) MUST_CHECK;
int model_rigid_link(struct model *m, bool beam, struct node *retained, struct node *constrained, struct err *e) MUST_CHECK;
int model_rigid_diaphragm(struct model *m, int normal, struct node *retained, int n, struct node **constrained, struct err *e) MUST_CHECK;
int model_add_pattern(struct model *m, int tag, enum pattern_kind kind, struct pattern **ret, struct err *e) MUST_CHECK;
int model_add_nodal_load(struct model *m, struct pattern *p, struct node *n, const double *value, struct err *e) MUST_CHECK;
/* The same load on n elements: on all of them or, when one is refused, on none. */
int model_add_member_load(struct model *m, struct pattern *p, int n, struct element *const *el, const struct element_load *l, struct err *e) MUST_CHECK;
int model_add_motion(struct model *m, struct pattern *p, int tag, const struct series *accel, const struct series *vel,
                     const struct series *disp, double factor, struct err *e) MUST_CHECK;
int model_add_imposed(struct model *m, struct pattern *p, struct node *n, int dof, int motion, struct err *e) MUST_CHECK;
/* A part given by matrices, with its nodes. Errors: ERR_ARGUMENT (sizes), ERR_UNSUPPORTED (unsymmetric), ERR_INDEFINITE (mass), ERR_RANGE, ERR_DUPLICATE. */
int model_add_matrices(struct model *m, const struct matrix_plan *plan, struct matrix_part **ret, struct err *e) MUST_CHECK;
/* Motion of a node's freedom when the ground moves by 1 in a direction, 0-based: 1 in its own, what the matrices say at their nodes. */
double node_influence(const struct node *n, int dof, int direction);
/* Directions in which the ground may move: freedoms of a node, or what matrices say. */
int model_directions(const struct model *m);
void model_rayleigh(struct model *m, const double factor[4]);                        /* all present nodes, elements and matrices */
void model_region_rayleigh(struct model *m, const struct region *r, const double factor[4]);
/* A node with everything that hangs on it must be free of elements; constraints on it go with it. */
int model_remove_node(struct model *m, int tag, struct err *e) MUST_CHECK;
int model_remove_element(struct model *m, int tag, struct err *e) MUST_CHECK;
int model_remove_pattern(struct model *m, int tag, struct err *e) MUST_CHECK;
int model_remove_sp(struct model *m, int node, int dof, struct err *e) MUST_CHECK;
int model_remove_mp(struct model *m, int tag, struct err *e) MUST_CHECK;
/* Constraints that were made on a moved model hold the virgin one, where nothing has moved. True: there were such. */
bool model_constraints_virgin(struct model *m);

/* Numbers the freedoms of all nodes in tag order; sets ndof. Mode shapes are carried along. */
void model_number(struct model *m);

/* Value of the ground motion at t: displacement, velocity, acceleration (OpenSees' trapezoidal rule where integrated). */
void motion_value(const struct ground_motion *g, double t, double *ret_disp, double *ret_vel, double *ret_accel);
