/* Sparse engine: the best of CHOLMOD's fill-reducing orders, then block elimination of definite matrices (math/spd.h), whose solves
 * have no call overhead; otherwise, and for unsymmetric patterns, L U by UMFPACK.
 *   Y. Chen, T. A. Davis, W. W. Hager, S. Rajamanickam, Algorithm 887: CHOLMOD, ACM TOMS 35 (2008) 22,
 *   doi:10.1145/1391989.1391995; T. A. Davis, Algorithm 832: UMFPACK, ACM TOMS 30 (2004) 196, doi:10.1145/992200.992206 */
#include "analysis/engine.h"

#include "base/room.h"
#include "engine/engine_common.h"
#include "math/math_init.h"
#include "math/spd.h"
#include "math/vec.h"

#include <cholmod.h>
#include <string.h>
#include <umfpack.h>

struct sparse {
	struct engine_base base;
	int ordering;                           /* option: which of the orders, 0: the best */
	struct spd *spd;                        /* owned: run arena; NULL when the pattern is unsymmetric */
	double *factor[ENGINE_SLOTS];           /* owned: run arena */
	void *symbolic;                         /* owned: UMFPACK, given back by fini */
	void *numeric[ENGINE_SLOTS];            /* owned: UMFPACK, given back by fini */
	double control[UMFPACK_CONTROL];
	bool unfolded;                          /* start, row and source are filled */
	int *start, *row, *source;              /* owned: run arena; whole matrix by columns and where its entries come from */
	double *value;                          /* owned: run arena */
	double *work, *pivot;                   /* owned: run arena */
	int *iwork, *column;                    /* owned: run arena */
};

/* Orders that are tried; the one whose solves are estimated to be the fastest is taken. Of large systems, whose analysis takes seconds, that with the
 * fewest entries in the factor as CHOLMOD counts them, and CHOLMOD's own nested dissection, the slowest to find, is left out. */
static const int sparse_orders[] = {CHOLMOD_AMD, CHOLMOD_METIS, CHOLMOD_NESDIS};
enum { SPARSE_LARGE = 50000, SPARSE_LARGE_ORDERS = 2 };
static const char *const sparse_order_names[] = {"best", "amd", "metis", "nesdis", NULL};

static const struct param params[] = {
	{.name = "-ordering", .kind = PARAM_ROW,
	 .help = "of the elimination: amd, metis, nesdis or best, the one of these whose solves are estimated to be the fastest (default)"},
	{0},
};

static int sparse_words(void *self, struct args *a, struct err *e)
{
	struct sparse *s = self;
	return args_accept(a, "-ordering") ? args_choice(a, "-ordering", sparse_order_names, &s->ordering, e) : 0;
}

/* *ret_entries: of the factor. */
static int sparse_order(const struct pattern_csc *p, int method, int *ret_perm, double *ret_entries)
{
	cholmod_common common;
	cholmod_sparse view = {
		.nrow = (size_t)p->n, .ncol = (size_t)p->n, .nzmax = (size_t)p->nnz, .p = p->start, .i = p->row, .stype = -1,
		.itype = CHOLMOD_INT, .xtype = CHOLMOD_PATTERN, .dtype = CHOLMOD_DOUBLE, .sorted = 1, .packed = 1,
	};
	cholmod_start(&common);
	common.print = 0;
	common.nmethods = 1;
	common.method[0].ordering = method;
	common.postorder = 1;
	common.supernodal = CHOLMOD_SIMPLICIAL;
	cholmod_factor *f = cholmod_analyze(&view, &common);
	int code = f ? 0 : ERR_MEMORY;
	for (int i = 0; f && i < p->n; i++)
		ret_perm[i] = ((const int *)f->Perm)[i];
	*ret_entries = common.lnz;
	cholmod_free_factor(&f, &common);
	cholmod_finish(&common);
	return code;
}

static double sparse_time(const struct spd *s, bool refactor)
{
	return spd_solve_cost(s) + (refactor ? spd_factor_cost(s) : 0);
}

/* The price of an order by which it is chosen, -1: no memory. */
static double sparse_price(const struct pattern_csc *p, bool refactor, const int *perm, double entries)
{
	struct arena scratch;
	struct spd *s;
	if (p->n > SPARSE_LARGE)
		return entries;
	arena_init(&scratch);
	double price = spd_prepare(&s, p, perm, &scratch, NULL) ? -1 : sparse_time(s, refactor);
	arena_fini(&scratch);
	return price;
}

/* The best order there is for a pattern, or the one that was asked for; ERR_MEMORY. */
static int sparse_best(const struct pattern_csc *p, int ordering, bool refactor, int *ret_perm, struct arena *scratch)
{
	int *perm = ARENA_ARRAY(scratch, (size_t)p->n + 1, int);
	size_t orders = p->n > SPARSE_LARGE && !ordering ? SPARSE_LARGE_ORDERS : COUNT(sparse_orders);
	double least = -1, entries;
	for (size_t i = 0; perm && i < orders; i++) {
		if ((ordering && ordering != (int)i + 1) || sparse_order(p, sparse_orders[i], perm, &entries))
			continue;
		double price = sparse_price(p, refactor, perm, entries);
		if (price < 0 || (least >= 0 && price >= least))
			continue;
		least = price;
		memcpy(ret_perm, perm, (size_t)p->n * sizeof *perm);
	}
	return least < 0 ? ERR_MEMORY : 0;
}

/* The best elimination there is for a pattern, its memory from the arena; ERR_MEMORY. */
static int sparse_analyse(const struct pattern_csc *p, int ordering, bool refactor, struct arena *mem, struct spd **ret, struct err *e)
{
	struct arena scratch;
	arena_init(&scratch);
	int *perm = ARENA_ARRAY(&scratch, (size_t)p->n + 1, int);
	int code = perm ? sparse_best(p, ordering, refactor, perm, &scratch) : ERR_MEMORY;
	if (!code)
		code = spd_prepare(ret, p, perm, mem, NULL);
	arena_fini(&scratch);
	return code ? err_set(e, ERR_MEMORY, "engine sparse", "no memory to order %d unknowns", p->n) : 0;
}

/* Nanoseconds: of elimination as spd estimates; of UMFPACK by entries, measured on frames and chains. */
static double sparse_cost(const struct pattern_csc *p, bool refactor)
{
	struct arena scratch;
	struct spd *s;
	if (!p->symmetric)
		return 300 + 4.0 * p->nnz + (refactor ? 5000 + 120.0 * p->nnz : 0);
	arena_init(&scratch);
	int code = sparse_analyse(p, 0, refactor, &scratch, &s, NULL);
	double cost = code ? -1 : sparse_time(s, refactor);
	arena_fini(&scratch);
	return cost;
}

/* Room for the whole matrix by columns. It is filled when the first matrix comes that is not definite: for most none ever does. */
static int sparse_room(struct sparse *s, struct arena *run, struct err *e)
{
	const struct pattern_csc *p = s->base.p;
	int n = p->n;
	size_t most = (p->symmetric ? 2 : 1) * (size_t)p->nnz + 1;
	s->start = ARENA_ARRAY(run, (size_t)n + 2, int);
	s->row = ARENA_ARRAY(run, most, int);
	s->source = ARENA_ARRAY(run, most, int);
	s->value = ARENA_ARRAY(run, most, double);
	if (!s->start || !s->row || !s->source || !s->value)
		return err_set(e, ERR_MEMORY, "engine sparse", "no memory for %d entries", p->nnz);
	return 0;
}

/* Rows of the lower triangle are columns of the upper one. */
static void sparse_unfold(struct sparse *s)
{
	const struct pattern_csc *p = s->base.p;
	int n = p->n;
	s->unfolded = true;
	for (int j = 0; j < n; j++) {
		for (int k = p->start[j]; k < p->start[j + 1]; k++) {
			s->start[j + 2]++;
			if (p->symmetric && p->row[k] != j)
				s->start[p->row[k] + 2]++;
		}
	}
	for (int i = 2; i <= n + 1; i++)
		s->start[i] += s->start[i - 1];
	for (int j = 0; j < n; j++) {
		for (int k = p->start[j]; k < p->start[j + 1]; k++) {
			int i = p->row[k], at = s->start[j + 1]++;
			s->row[at] = i;
			s->source[at] = k;
			if (!p->symmetric || i == j)
				continue;
			at = s->start[i + 1]++;
			s->row[at] = j;
			s->source[at] = k;
		}
	}
}

static void sparse_fini(void *self)
{
	struct sparse *s = self;
	for (int i = 0; i < ENGINE_SLOTS; i++)
		umfpack_di_free_numeric(&s->numeric[i]);
	umfpack_di_free_symbolic(&s->symbolic);
}

static int sparse_prepare(struct sparse *s, struct arena *run, struct err *e)
{
	if (!s->base.p->symmetric)
		return 0;
	int code = sparse_analyse(s->base.p, s->ordering, false, run, &s->spd, e);
	if (!code)
		code = room_need(8.0 * (double)(spd_size(s->spd) + spd_work(s->spd)), "engine sparse", "the factor of the matrix",
			"take a smaller model, or a machine with more memory", e);
	if (!code)
		code = spd_workspace(s->spd, run, e);
	if (!code)
		code = spd_few_setup(s->spd, run, e);
	if (!code && !engine_slots(&s->base, spd_size(s->spd), false, run, s->factor, NULL))
		code = err_set(e, ERR_MEMORY, "engine sparse", "no memory for factors of %zu entries", spd_size(s->spd));
	return code;
}

static int sparse_setup(void *self, const struct pattern_csc *p, struct arena *run, struct err *e)
{
	struct sparse *s = self;
	size_t n = (size_t)p->n;
	math_init();
	umfpack_di_defaults(s->control);
	s->control[UMFPACK_IRSTEP] = 0;
	s->control[UMFPACK_SCALE] = UMFPACK_SCALE_NONE;
	s->work = ARENA_ARRAY(run, 5 * n + 1, double);
	s->pivot = ARENA_ARRAY(run, n + 1, double);
	s->iwork = ARENA_ARRAY(run, n + 1, int);
	s->column = ARENA_ARRAY(run, n + 1, int);
	if (!s->work || !s->pivot || !s->iwork || !s->column)
		return err_set(e, ERR_MEMORY, "engine sparse", "no memory for %d unknowns", p->n);
	int code = engine_base_setup(&s->base, p, run, e);
	if (!code)
		code = sparse_room(s, run, e);
	if (!code)
		code = sparse_prepare(s, run, e);
	return code;
}

static int sparse_lu(void *self, int slot, const double *value, int *ret_pivot)
{
	struct sparse *s = self;
	const double *scale = s->base.row_scale[slot];
	int n = s->base.p->n;
	if (!s->unfolded)
		sparse_unfold(s);
	for (int k = 0; k < s->start[n]; k++)
		s->value[k] = value[s->source[k]] * scale[s->row[k]];
	umfpack_di_free_numeric(&s->numeric[slot]);
	if (!s->symbolic && umfpack_di_symbolic(n, n, s->start, s->row, s->value, &s->symbolic, s->control, NULL) != UMFPACK_OK)
		return ERR_MEMORY;
	int status = umfpack_di_numeric(s->start, s->row, s->value, s->symbolic, &s->numeric[slot], s->control, NULL);
	RT_CHECK(status == UMFPACK_OK || status == UMFPACK_WARNING_singular_matrix, ERR_MEMORY);
	status = umfpack_di_get_numeric(NULL, NULL, NULL, NULL, NULL, NULL, NULL, s->column, s->pivot, NULL, NULL, s->numeric[slot]);
	RT_CHECK(status == UMFPACK_OK, ERR_MEMORY);
	return engine_pivots(&s->base, slot, value, s->pivot, s->column, ret_pivot);
}

static bool sparse_cholesky(void *self, int slot, const double *value, int *ret_pivot)
{
	struct sparse *s = self;
	return spd_factor_soundly(s->spd, value, s->factor[slot], ret_pivot);
}

static int sparse_solve_cholesky(void *self, int slot, double *x)
{
	struct sparse *s = self;
	spd_solve(s->spd, s->factor[slot], x);
	return 0;
}

static int sparse_solve_lu(void *self, int slot, double *x)
{
	struct sparse *s = self;
	vec_copy(s->base.p->n, x, s->pivot);
	return umfpack_di_wsolve(UMFPACK_A, s->start, s->row, s->value, x, s->pivot, s->numeric[slot], s->control, NULL, s->iwork,
		s->work) == UMFPACK_OK ? 0 : ERR_INTERNAL;
}

/* Of a matrix that is not definite only UMFPACK knows, and the room for the whole matrix is all that can be told before. */
static double sparse_memory(const void *self)
{
	const struct sparse *s = self;
	return s->spd ? 8.0 * (double)spd_size(s->spd) : 16.0 * s->base.p->nnz;
}

static const struct engine_ways ways = {sparse_cholesky, sparse_lu, sparse_solve_cholesky, sparse_solve_lu};

static int sparse_factor(void *self, int slot, const double *value, int *ret_pivot)
{
	return engine_factor(self, &ways, slot, value, ret_pivot);
}

static int sparse_solve(void *self, int slot, double *x)
{
	return engine_solve(self, &ways, slot, x);
}

static int sparse_solve_few(void *self, int slot, int nin, const int *in, const double *b, int nout, const int *out, double *ret_x)
{
	struct sparse *s = self;
	if (s->base.form[slot] != ENGINE_CHOLESKY)
		return engine_solve_whole(&s->base, &ways, slot, nin, in, b, nout, out, ret_x);
	spd_solve_few(s->spd, s->factor[slot], nin, in, b, nout, out, ret_x);
	return 0;
}

const struct engine_ops engine_sparse = {
	.name = "sparse",
	.brief = "fill-reducing order by CHOLMOD, block Cholesky or UMFPACK LU",
	.cite = "Chen et al. 2008, doi:10.1145/1391989.1391995",
	.size = sizeof(struct sparse),
	.params = params,
	.words = sparse_words,
	.cost = sparse_cost,
	.setup = sparse_setup,
	.factor = sparse_factor,
	.solve = sparse_solve,
	.memory = sparse_memory,
	.solve_few = sparse_solve_few,
	.fini = sparse_fini,
};
