/* What several specimens share: a uniaxial material whose history is accepted at every tick, and a number that may follow a time series. */
#pragma once

#include "experiment/laboratory.h"
#include "experiment/specimen.h"
#include "model/material.h"
#include "model/series.h"

struct piece {
	int tag;
	const struct material *mat;        /* borrowed: model */
};

/* Finds the material of p->tag. */
int piece_find(struct piece *p, const struct model *m, const char *object, struct err *e) MUST_CHECK;
/* Doubles of state: the accepted history and the new one. */
int piece_size(const struct piece *p);
void piece_start(const struct piece *p, double *h);
/* Moves for ever; the force. */
double piece_step(const struct piece *p, double *h, double dt, const struct motion *to) RT;

struct dial {                          /* a pressure, a voltage */
	double value;
	int tag;                           /* of a timeSeries, 0: none */
	const struct series *series;       /* borrowed: model; NULL: constant */
};

/* Its series, where it has one; its value at time t of the laboratory. */
int dial_find(struct dial *d, const struct model *m, const char *object, struct err *e) MUST_CHECK;
double dial_at(const struct dial *d, double t) RT;
