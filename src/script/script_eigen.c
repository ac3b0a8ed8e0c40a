/* The command eigen. Every solver that OpenSees names is accepted; what is used is LAPACK for all modes of small systems or
 * when asked for, ARPACK for a few modes of large ones. */
#include "script/script_analysis.h"

#include <limits.h>
#include <string.h>

/* With or without a dash. */
static const struct { const char *word; bool dense; } SOLVERS[] = {
	{ "genBandArpack", false }, { "genBandArpackEigen", false }, { "symmBandLapack", true }, { "symmBandLapackEigen", true },
	{ "fullGenLapack", true }, { "fullGenLapackEigen", true }, { "frequency", false }, { "generalized", false },
	{ "Umfpack", false }, { "UmfPack", false },
};

static const char *bare(const char *word)
{
	return word[0] == '-' ? word + 1 : word;
}

static int unknown_word(const struct args *a, struct err *e)
{
	struct script_near near;

	script_near_init(&near, bare(args_peek(a)));
	for (size_t i = 0; i < COUNT(SOLVERS); i++)
		script_near_offer(&near, SOLVERS[i].word);
	return script_near_report(&near, "eigen", "solver", e);
}

static int read_solver(struct args *a, bool *dense, struct err *e)
{
	const char *word = bare(args_peek(a));

	if (strcmp(word, "standard") == 0 || strcmp(word, "findLargest") == 0) {
		int code = err_set(e, ERR_UNSUPPORTED, "eigen", "only the lowest modes of stiffness and mass are computed");

		err_value(e, "%s", args_peek(a));
		return code;
	}
	for (size_t i = 0; i < COUNT(SOLVERS); i++)
		if (strcmp(word, SOLVERS[i].word) == 0) {
			a->at++;
			*dense |= SOLVERS[i].dense;
			return 0;
		}
	return unknown_word(a, e);
}

int script_run_eigen(struct script *s, struct args *a, struct err *e)
{
	bool dense = false;
	int n, size, code = 0;

	while (code == 0 && args_more(a) && !args_more_real(a))
		code = read_solver(a, &dense, e);
	if (code == 0)
		code = args_int(a, "number of modes", 1, INT_MAX, &n, e);
	if (code == 0)
		code = args_end(a, e);
	if (code)
		return code;
	size = analysis_size(&s->analysis, e);
	if (size < 0)
		return size;
	if (n > size) {
		code = err_set(e, ERR_RANGE, "eigen", "more modes than equations");
		err_value(e, "%d", n);
		err_allowed(e, "1 to %d", size);
		return code;
	}
	code = analysis_eigen(&s->analysis, n, dense, e);
	if (code)
		return code;
	script_result_reals(s, s->model.nmode, s->model.eigenvalue);
	return 0;
}
