/* Sensors (expSensor): one reading from a true value.
 *
 * The plug-in's struct is constant; each place where it is used has nstate doubles. read() is called once for every reading, at the ticks of
 * the rig, in their order.
 */
#pragma once

#include "base/args.h"
#include "base/base.h"
#include "base/param.h"

#include <stdint.h>

struct laboratory;

struct sensor_ops {
	const char *name, *brief, *cite;
	const char *example;                              /* words after the tag */
	const struct param *params;                       /* after the tag; read by the core before setup */
	size_t size;
	/* Reads what the table could not. Memory: lab->arena. NULL: the table is enough. */
	int (*setup)(void *self, struct args *a, struct laboratory *lab, struct err *e);
	int (*nstate)(const void *self);                  /* doubles a place; NULL: none */
	/* Before the first reading; dt: time between readings [s], 0: unknown (one reading a command). h is zeroed before. NULL: zeros. */
	void (*start)(const void *self, double *h, double dt, uint64_t seed, uint64_t stream);
	double (*read)(const void *self, double *h, double x, double t) RT;   /* t: laboratory time [s] */
};

struct sensor {
	int tag;
	const struct sensor_ops *ops;
	void *self;                        /* owned: laboratory's arena */
};

/* A sensor at one place. */
struct sensor_use {
	const struct sensor *sensor;       /* borrowed: laboratory; NULL: the true value */
	double *state;                     /* owned: laboratory's arena */
};

extern const struct sensor_ops *const sensor_table[];
/* Makes one from script words (a stands before the tag) and adds it to the laboratory. */
int sensor_build(struct laboratory *lab, const struct sensor_ops *ops, struct args *a, struct err *e) MUST_CHECK;

/* sensor may be NULL. */
int sensor_use(struct sensor_use *u, const struct sensor *sensor, struct laboratory *lab, const char *object, struct err *e) MUST_CHECK;
void sensor_start(struct sensor_use *u, double dt, uint64_t seed, uint64_t stream);
double sensor_read(struct sensor_use *u, double x, double t) RT;
