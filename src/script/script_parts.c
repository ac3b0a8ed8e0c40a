/* Commands that make parts by kind: uniaxialMaterial, geomTransf, beamIntegration, element, timeSeries.
 * The kinds are the rows of the families' tables; all that is here is looking them up. */
#include "script/script.h"

#include <limits.h>

static bool material_topic(int i, struct script_topic *ret)
{
	const struct material_ops *o = material_table[i];

	if (o)
		*ret = (struct script_topic){ .name = o->name, .brief = o->brief, .cite = o->cite, .example = o->example, .before = "tag", .params = o->params };
	return o != NULL;
}

static bool element_topic(int i, struct script_topic *ret)
{
	const struct element_ops *o = element_table[i];

	if (o)
		*ret = (struct script_topic){ .name = o->name, .brief = o->brief, .cite = o->cite, .example = o->example, .before = "tag", .params = o->params };
	return o != NULL;
}

static bool series_topic(int i, struct script_topic *ret)
{
	const struct series_ops *o = series_table[i];

	if (o)
		*ret = (struct script_topic){ .name = o->name, .brief = o->brief, .example = o->example, .before = "tag", .params = o->params };
	return o != NULL;
}

static bool transform_topic(int i, struct script_topic *ret)
{
	const struct transform_ops *o = transform_table[i];

	if (o)
		*ret = (struct script_topic){ .name = o->name, .brief = o->brief, .cite = o->cite,
		                              .before = "tag <vecxzX vecxzY vecxzZ> <-jntOffset dXi dYi <dZi> dXj dYj <dZj>>" };
	return o != NULL;
}

static bool integration_topic(int i, struct script_topic *ret)
{
	const struct integration_kind *k = &integration_table[i];

	if (k->name)
		*ret = (struct script_topic){ .name = k->name, .brief = k->brief, .cite = k->cite, .example = k->example, .before = "tag", .params = k->params };
	return k->name != NULL;
}

static int run_material(struct script *s, struct args *a, struct err *e)
{
	int row, code = script_kind("uniaxialMaterial", material_topic, a, &row, e);

	return code ? code : material_build(&s->model, material_table[row], a, e);
}

static int run_transform(struct script *s, struct args *a, struct err *e)
{
	int row = 0, code = script_need_model(s, a, e);

	if (code == 0)
		code = script_kind("geomTransf", transform_topic, a, &row, e);
	return code ? code : transform_build(&s->model, transform_table[row], a, e);
}

static int run_integration(struct script *s, struct args *a, struct err *e)
{
	int row, code = script_kind("beamIntegration", integration_topic, a, &row, e);

	return code ? code : integration_build(&s->model, &integration_table[row], a, e);
}

static int run_element(struct script *s, struct args *a, struct err *e)
{
	int row = 0, code = script_need_model(s, a, e);

	if (code == 0)
		code = script_kind("element", element_topic, a, &row, e);
	return code ? code : element_build(&s->model, element_table[row], a, e);
}

static int run_series(struct script *s, struct args *a, struct err *e)
{
	struct series *made;
	int row, tag, code = script_kind("timeSeries", series_topic, a, &row, e);

	if (code == 0)
		code = args_int(a, "tag", 1, INT_MAX, &tag, e);
	return code ? code : series_build(&s->model, series_table[row], tag, a, &made, e);
}

const struct script_command script_parts_commands[] = {
	{ "uniaxialMaterial", run_material, "uniaxialMaterial Type tag ...",
	  "A relation between strain and stress, or deformation and force.", material_topic },
	{ "geomTransf", run_transform, "geomTransf Type tag <vecxz> <-jntOffset ...>",
	  "How members turn from local to global axes, and with which geometry.", transform_topic },
	{ "beamIntegration", run_integration, "beamIntegration Type tag ...",
	  "Where sections stand along a member, which ones, and with which weight.", integration_topic },
	{ "element", run_element, "element Type tag ...",
	  "What connects nodes and resists.", element_topic },
	{ "timeSeries", run_series, "timeSeries Type tag ...",
	  "A factor as a function of time.", series_topic },
	{ 0 },
};
