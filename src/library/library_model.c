/* A model by typed calls: each is a command of scripts, made of its values. */
#include "library/library.h"

/* A call of values that are checked already, and of arrays that may not be. */
static int32_t give(struct tandem *t, int32_t n, const struct tandem_value *value)
{
	int32_t code = library_enter(t);

	return code ? code : library_leave(t, library_values(t, n, value));
}

#define GIVE(t, ...) give((t), (int32_t)COUNT(((struct tandem_value[]){__VA_ARGS__})), (struct tandem_value[]){__VA_ARGS__})

int32_t tandem_model(struct tandem *t, int32_t dimensions, int32_t freedoms_a_node)
{
	return GIVE(t, tandem_word("model"), tandem_word("basic"), tandem_word("-ndm"), tandem_int(dimensions), tandem_word("-ndf"), tandem_int(freedoms_a_node));
}

int32_t tandem_node(struct tandem *t, int32_t tag, int32_t n, const double *x)
{
	return GIVE(t, tandem_word("node"), tandem_int(tag), tandem_reals(n, x));
}

int32_t tandem_fix(struct tandem *t, int32_t node, int32_t n, const int32_t *held)
{
	return GIVE(t, tandem_word("fix"), tandem_int(node), tandem_ints(n, held));
}

int32_t tandem_mass(struct tandem *t, int32_t node, int32_t n, const double *mass)
{
	return GIVE(t, tandem_word("mass"), tandem_int(node), tandem_reals(n, mass));
}

int32_t tandem_material(struct tandem *t, const char *kind, int32_t tag, int32_t n, const double *number)
{
	return GIVE(t, tandem_word("uniaxialMaterial"), tandem_word(kind), tandem_int(tag), tandem_reals(n, number));
}

int32_t tandem_transform(struct tandem *t, const char *kind, int32_t tag, int32_t n, const double *number)
{
	return GIVE(t, tandem_word("geomTransf"), tandem_word(kind), tandem_int(tag), tandem_reals(n, number));
}

int32_t tandem_element(struct tandem *t, const char *kind, int32_t tag, int32_t nnode, const int32_t *node, int32_t n, const struct tandem_value *value)
{
	enum { HEAD = 4, MOST = 64 };
	struct tandem_value all[HEAD + MOST] = {tandem_word("element"), tandem_word(kind), tandem_int(tag), tandem_ints(nnode, node)};
	int32_t code;

	if (n < 0 || n > MOST || (n > 0 && !value)) {
		code = library_enter(t);
		return code ? code : library_refuse(t, ERR_ARGUMENT, "tandem_element", "the values are NULL, or more than 64: tandem_values takes any number");
	}
	for (int32_t i = 0; i < n; i++)
		all[HEAD + i] = value[i];
	return give(t, HEAD + n, all);
}

int32_t tandem_series(struct tandem *t, int32_t tag, double dt, int32_t n, const double *value)
{
	return GIVE(t, tandem_word("timeSeries"), tandem_word("Path"), tandem_int(tag), tandem_word("-dt"), tandem_real(dt), tandem_word("-values"),
	            tandem_reals(n, value));
}

int32_t tandem_pattern(struct tandem *t, int32_t tag, int32_t series)
{
	return GIVE(t, tandem_word("pattern"), tandem_word("Plain"), tandem_int(tag), tandem_int(series));
}

int32_t tandem_load(struct tandem *t, int32_t node, int32_t n, const double *force)
{
	return GIVE(t, tandem_word("load"), tandem_int(node), tandem_reals(n, force));
}

int32_t tandem_excitation(struct tandem *t, int32_t tag, int32_t direction, int32_t series, double factor)
{
	return GIVE(t, tandem_word("pattern"), tandem_word("UniformExcitation"), tandem_int(tag), tandem_int(direction), tandem_word("-accel"),
	            tandem_int(series), tandem_word("-fact"), tandem_real(factor));
}

int32_t tandem_wipe(struct tandem *t)
{
	return GIVE(t, tandem_word("wipe"));
}
