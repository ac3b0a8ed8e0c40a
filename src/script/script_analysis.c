/* Commands that choose the parts of an analysis: constraints, numberer, system, engine, test, algorithm, integrator, analysis. */
#include "script/script_engine.h"
#include "script/script_analysis.h"

#include "analysis/engine.h"

#include <stdio.h>
#include <string.h>

/* ---- kinds that are words only ------------------------------------------------------------------------------- */

struct kind {
	const char *name, *brief;
	int value;
	const char *usage;
};

static const struct kind CONSTRAINTS[] = {
	{ "Plain", "fixed freedoms and equal freedoms are left out of the equations", CONSTRAINT_PLAIN, "constraints Plain" },
	{ "Transformation", "dependent freedoms are expressed by the retained ones", CONSTRAINT_TRANSFORMATION, "constraints Transformation" },
	{ "Penalty", "constraints as stiff springs", CONSTRAINT_PENALTY, "constraints Penalty alphaSP alphaMP" },
	{ "Lagrange", "constraint forces as further unknowns", CONSTRAINT_LAGRANGE, "constraints Lagrange <alphaSP alphaMP>" },
	{ 0 },
};

static const struct kind NUMBERERS[] = {
	{ "Plain", "in the order of the nodes' tags", NUMBERER_PLAIN, "numberer Plain" },
	{ "RCM", "reverse Cuthill-McKee: small bandwidth", NUMBERER_RCM, "numberer RCM" },
	{ "AMD", "approximate minimum degree: small fill", NUMBERER_AMD, "numberer AMD" },
	{ 0 },
};

/* All names of OpenSees are accepted; the engine that is used is chosen by cost, see the command engine. */
static const struct kind SYSTEMS[] = {
	{ .name = "BandGeneral", .brief = "general band matrix" },
	{ .name = "BandGEN", .brief = "general band matrix" },
	{ .name = "BandGen", .brief = "general band matrix" },
	{ .name = "BandSPD", .brief = "symmetric band matrix" },
	{ .name = "ProfileSPD", .brief = "symmetric profile matrix" },
	{ .name = "SProfileSPD", .brief = "symmetric profile matrix" },
	{ .name = "SparseGEN", .brief = "general sparse matrix" },
	{ .name = "SparseGeneral", .brief = "general sparse matrix" },
	{ .name = "SuperLU", .brief = "general sparse matrix" },
	{ .name = "SparseSYM", .brief = "symmetric sparse matrix" },
	{ .name = "SparseSPD", .brief = "symmetric sparse matrix" },
	{ .name = "UmfPack", .brief = "general sparse matrix" },
	{ .name = "Umfpack", .brief = "general sparse matrix" },
	{ .name = "FullGeneral", .brief = "full matrix" },
	{ .name = "FullGEN", .brief = "full matrix" },
	{ .name = "FullGen", .brief = "full matrix" },
	{ .name = "Mumps", .brief = "general sparse matrix" },
	{ .name = "Diagonal", .brief = "diagonal matrix" },
	{ .name = "MPIDiagonal", .brief = "diagonal matrix" },
	{ 0 },
};

static const struct kind ANALYSES[] = {
	{ "Static", "equilibrium under loads that grow with pseudo time", ANALYSIS_STATIC, "analysis Static" },
	{ "Transient", "motion in time with constant steps; one that fails is divided into so many, these again, levels deep", ANALYSIS_TRANSIENT,
	  "analysis Transient <-numSubLevels levels> <-numSubSteps steps>" },
	{ "VariableTransient", "motion in time, steps follow the number of iterations", ANALYSIS_VARIABLE, "analysis VariableTransient" },
	{ "VariableTimeStepTransient", "the same", ANALYSIS_VARIABLE, NULL },
	{ 0 },
};

static const struct kind TESTS[] = {
	{ "NormDispIncr", "norm of the last increment", 0, "test NormDispIncr tol iterations <print> <norm> <largestNorm>" },
	{ "NormUnbalance", "norm of the residual", 0, "test NormUnbalance tol iterations <print> <norm> <rises> <largestNorm>" },
	{ "EnergyIncr", "half of increment times residual", 0, "test EnergyIncr tol iterations <print> <norm> <largestNorm>" },
	{ "RelativeNormUnbalance", "norm of the residual against the first one", 0, "test RelativeNormUnbalance tol iterations <print> <norm>" },
	{ "RelativeNormDispIncr", "norm of the increment against the first one", 0, "test RelativeNormDispIncr tol iterations <print> <norm>" },
	{ "RelativeEnergyIncr", "energy of the increment against the first one", 0, "test RelativeEnergyIncr tol iterations <print> <norm>" },
	{ "RelativeTotalNormDispIncr", "norm of the increment against the sum of all", 0, "test RelativeTotalNormDispIncr tol iterations <print> <norm>" },
	{ "NormDispAndUnbalance", "norms of increment and residual", 0, "test NormDispAndUnbalance tolIncrement tolResidual iterations <print> <norm> <rises>" },
	{ "NormDispOrUnbalance", "norm of increment or residual", 0, "test NormDispOrUnbalance tolIncrement tolResidual iterations <print> <norm> <rises>" },
	{ "FixedNumIter", "so many iterations, never fails", 0, "test FixedNumIter iterations <print> <norm>" },
	{ 0 },
};

static bool kind_topic(const struct kind *table, int i, struct script_topic *ret)
{
	if (table[i].name)
		*ret = (struct script_topic){ .name = table[i].name, .brief = table[i].brief, .usage = table[i].usage };
	return table[i].name != NULL;
}

static bool constraints_topic(int i, struct script_topic *ret) { return kind_topic(CONSTRAINTS, i, ret); }
static bool numberer_topic(int i, struct script_topic *ret) { return kind_topic(NUMBERERS, i, ret); }
static bool system_topic(int i, struct script_topic *ret) { return kind_topic(SYSTEMS, i, ret); }
static bool analysis_topic(int i, struct script_topic *ret) { return kind_topic(ANALYSES, i, ret); }
static bool test_topic(int i, struct script_topic *ret) { return kind_topic(TESTS, i, ret); }

static const char *solves(const struct integrator_ops *o)
{
	if (o->kind == INTEGRATOR_STATIC)
		return "static";
	return o->claims.once || o->claims.linear_only ? "once" : o->limit ? "counted" : "iterates";
}

static bool integrator_topic(int i, struct script_topic *ret)
{
	const struct integrator_ops *o = integrator_table[i];

	if (o)
		*ret = (struct script_topic){ .name = o->name, .brief = o->brief, .cite = o->cite, .example = o->example, .params = o->params, .solves = solves(o),
		                              .omega_dt = o->claims.omega_max };
	return o != NULL;
}

static bool algorithm_topic(int i, struct script_topic *ret)
{
	const struct algorithm_ops *o = algorithm_table[i];

	if (o)
		*ret = (struct script_topic){ .name = o->name, .brief = o->brief, .cite = o->cite, .example = o->example, .params = o->params };
	return o != NULL;
}

static bool engine_topic(int i, struct script_topic *ret)
{
	const struct advance_ops *w;
	int solvers = 0;

	if (i == 0) {
		*ret = (struct script_topic){ .name = "auto", .brief = "measures the engines on the model at hand, prints what they cost, and takes the best",
		                             .params = analysis_auto_params() };
		return true;
	}
	while (engine_table[solvers])
		solvers++;
	if (i <= solvers) {
		const struct engine_ops *o = engine_table[i - 1];

		*ret = (struct script_topic){ .name = o->name, .brief = o->brief, .cite = o->cite, .params = o->params };
		return true;
	}
	if (i == solvers + 1) {
		*ret = (struct script_topic){ .name = "mpi", .brief = "the ranks of mpirun; the same as mumps" };
		return true;
	}
	w = advance_table[i - 2 - solvers];
	if (w)
		*ret = (struct script_topic){ .name = w->name, .brief = w->brief, .cite = w->cite, .params = w->params };
	return w != NULL;
}

/* ---- parts --------------------------------------------------------------------------------------------------- */

static int run_constraints(struct script *s, struct args *a, struct err *e)
{
	struct analysis *an = &s->analysis;
	double alpha[2] = { 1.0, 1.0 };
	int row = 0, code = script_kind("constraints", constraints_topic, a, &row, e);
	bool penalty = CONSTRAINTS[row].value == CONSTRAINT_PENALTY;

	for (int i = 0; code == 0 && i < 2 && (penalty || args_more(a)); i++)
		code = args_real(a, i == 0 ? "alphaSP" : "alphaMP", RANGE_POSITIVE, &alpha[i], e);
	if (code == 0)
		code = args_end(a, e);
	if (code < 0)
		return code;
	an->constraint = (enum constraint_kind)CONSTRAINTS[row].value;
	an->alpha_sp = alpha[0];
	an->alpha_mp = alpha[1];
	an->has_constraint = an->changed = true;
	an->stamp = 0;
	return 0;
}

static int run_numberer(struct script *s, struct args *a, struct err *e)
{
	int row, code = script_kind("numberer", numberer_topic, a, &row, e);

	if (code == 0)
		code = args_end(a, e);
	if (code < 0)
		return code;
	s->analysis.numberer = (enum numberer_kind)NUMBERERS[row].value;
	s->analysis.has_numberer = s->analysis.changed = true;
	s->analysis.stamp = 0;
	return 0;
}

/* Further words tune solvers of OpenSees (-piv, -lvalueFact 20, -ICNTL14 20) and mean nothing here. */
static int run_system(struct script *s, struct args *a, struct err *e)
{
	struct analysis *an = &s->analysis;
	int row, code = script_kind("system", system_topic, a, &row, e);

	if (code < 0)
		return code;
	while (args_more(a) && (args_peek(a)[0] == '-' || args_more_real(a)))
		a->at++;
	code = args_end(a, e);
	if (code < 0)
		return code;
	snprintf(an->system, sizeof an->system, "%s", strstr(SYSTEMS[row].name, "Diagonal") ? "Diagonal" : SYSTEMS[row].name);
	an->definite = strcmp(an->system, "BandSPD") == 0 || strcmp(an->system, "ProfileSPD") == 0;
	an->has_system = an->changed = true;
	an->stamp = 0;
	return 0;
}

static int run_engine(struct script *s, struct args *a, struct err *e)
{
	struct args words = *a;
	int row, code;

	if (!args_more(a)) {
		script_result_text(s, "%s", s->analysis.p && s->analysis.engine_used ? s->analysis.engine_used : s->analysis.engine);
		return 0;
	}
	code = script_kind("engine", engine_topic, a, &row, e);
	script_cache(s);
	return code ? code : analysis_engine(&s->analysis, &words, e);
}

static int run_test(struct script *s, struct args *a, struct err *e)
{
	struct test test = { 0 };
	struct args words = *a;
	int row, code = script_kind("test", test_topic, a, &row, e);

	if (code == 0)
		code = test_parse(&test, &words, &s->analysis.parts, e);
	if (code == 0)
		code = args_end(&words, e);
	if (code < 0)
		return code;
	s->analysis.test = test;
	s->analysis.has_test = s->analysis.changed = true;
	return 0;
}

static int run_algorithm(struct script *s, struct args *a, struct err *e)
{
	struct algorithm algorithm;
	int row, code = script_kind("algorithm", algorithm_topic, a, &row, e);

	if (code == 0)
		code = algorithm_build(&algorithm, algorithm_table[row], a, &s->analysis.parts, e);
	if (code == 0)
		code = args_end(a, e);
	if (code < 0)
		return code;
	s->analysis.algorithm = algorithm;
	s->analysis.has_algorithm = s->analysis.changed = true;
	return 0;
}

/* Old scripts give Rayleigh damping with the integrator: four more numbers than the method has of its own. */
static const struct { const char *name; int own; } OLD_FORMS[] = { { "Newmark", 2 }, { "HHT", 1 }, { "HHT", 3 } };

static bool old_form(const struct integrator_ops *ops, const struct args *a, int *ret_own)
{
	double x;
	int n = a->n - a->at;

	for (int i = a->at; i < a->n; i++)
		if (!text_real(a->word[i], &x))
			return false;
	for (size_t i = 0; i < COUNT(OLD_FORMS); i++)
		if (strcmp(OLD_FORMS[i].name, ops->name) == 0 && n == OLD_FORMS[i].own + 4) {
			*ret_own = OLD_FORMS[i].own;
			return true;
		}
	return false;
}

static int run_integrator(struct script *s, struct args *a, struct err *e)
{
	struct integrator integrator;
	double factor[4];
	bool damping;
	int row, own = 0, code = script_kind("integrator", integrator_topic, a, &row, e);

	if (code < 0)
		return code;
	damping = old_form(integrator_table[row], a, &own);
	if (damping) {
		for (int i = 0; i < 4; i++)
			text_real(a->word[a->at + own + i], &factor[i]);
		a->n = a->at + own;
	}
	code = integrator_build(&integrator, integrator_table[row], a, &s->analysis.parts, e);
	if (code == 0)
		code = args_end(a, e);
	if (code < 0)
		return code;
	if (damping)
		model_rayleigh(&s->model, factor);
	if (s->analysis.has_integrator && s->analysis.integrator.ops->kind != integrator.ops->kind) {
		s->analysis.resting = s->analysis.integrator;
		s->analysis.has_resting = true;
	}
	s->analysis.integrator = integrator;
	s->analysis.has_integrator = s->analysis.changed = true;
	return 0;
}

static int run_analysis(struct script *s, struct args *a, struct err *e)
{
	enum { LEVELS_MAX = 20, STEPS_MAX = 10000 };
	int levels = 0, steps = 10, row, code = script_kind("analysis", analysis_topic, a, &row, e);

	while (code == 0 && args_more(a)) {
		if (args_accept(a, "-numSubLevels"))
			code = args_int(a, "-numSubLevels", 0, LEVELS_MAX, &levels, e);
		else if (args_accept(a, "-numSubSteps"))
			code = args_int(a, "-numSubSteps", 1, STEPS_MAX, &steps, e);
		else if (!args_accept(a, "-noWarnings"))
			code = args_end(a, e);
	}
	if (code < 0)
		return code;
	s->analysis.sub_levels = levels;
	s->analysis.sub_steps = steps;
	s->analysis.kind = (enum analysis_kind)ANALYSES[row].value;
	s->analysis.changed = true;
	return 0;
}

int script_analysis_part(struct script *s, int n, const char *const *word, struct err *e)
{
	struct args a;

	for (const struct script_command *c = script_analysis_commands; c->name; c++)
		if (strcmp(c->name, word[0]) == 0) {
			args_init(&a, n - 1, word + 1, "%s %s", word[0], word[1]);
			return c->run(s, &a, e);
		}
	return err_set(e, ERR_INTERNAL, word[0], "not a part of an analysis");
}

const struct script_command script_analysis_commands[] = {
	{ "constraints", run_constraints, "constraints Plain|Transformation|Penalty alphaSP alphaMP|Lagrange <alphaSP alphaMP>",
	  "how constraints enter the equations", constraints_topic },
	{ "numberer", run_numberer, "numberer Plain|RCM|AMD", "how the unknowns are ordered", numberer_topic },
	{ "system", run_system, "system name",
	  "the system of equations by its OpenSees name; accepted, the engine really used is chosen by cost (see engine)", system_topic },
	{ "engine", run_engine, "engine <auto|dense|band|sparse|mumps|scalapack <options>>",
	  "how equations are factored and solved; auto chooses the cheapest and says so; mumps and scalapack work on the ranks of mpirun (docs/cluster.md)",
	  engine_topic },
	{ "test", run_test, "test kind tol iterations <print> <norm>", "when iterations may stop", test_topic },
	{ "algorithm", run_algorithm, "algorithm kind options", "how the equations of a step are solved", algorithm_topic },
	{ "integrator", run_integrator, "integrator kind parameters",
	  "how the state goes from one step to the next; Newmark and HHT accept four further Rayleigh factors", integrator_topic },
	{ "analysis", run_analysis, "analysis Static|Transient|VariableTransient", "the kind of analysis that analyze runs", analysis_topic },
	{ "analyze", script_run_analyze, "analyze steps <dt <dtMin dtMax iterations>>",
	  "runs steps; answers 0, or a negative number after saying where and why it stopped", NULL },
	{ "eigen", script_run_eigen, "eigen <-genBandArpack|-fullGenLapack|-symmBandLapack> n",
	  "the n lowest eigenvalues of stiffness and mass; mode shapes are kept for nodeEigenvector", NULL },
	{ "modalProperties", script_run_modal_properties, "modalProperties <-print> <-file name> <-unorm> <-return>",
	  "participation factors and masses of the modes of the last eigen", NULL },
	{ "testIter", script_run_test_iter, "testIter", "iterations of the last step as its test counted them", NULL },
	{ "testNorm", script_run_test_norm, "testNorm", "last norm of the last step's test", NULL },
	{ "testNorms", script_run_test_norms, "testNorms", "all norms of the last step's test", NULL },
	{ "numIter", script_run_num_iter, "numIter", "iterations of the last step", NULL },
	{ "systemSize", script_run_system_size, "systemSize", "number of equations", NULL },
	{ "printA", script_run_print_a, "printA <-file name> <-ret>", "the system matrix last formed", NULL },
	{ "printB", script_run_print_b, "printB <-file name> <-ret>", "the right-hand side of the equations where the last step ended", NULL },
	{ "reset", script_run_reset, "reset", "back to the virgin state at time zero", NULL },
	{ "wipeAnalysis", script_run_wipe_analysis, "wipeAnalysis", "forgets the parts of the analysis, keeps model and state", NULL },
	{ 0 },
};
