/* Matrices from other programs and for them: matrixModel, exportMatrices (matrix/matrix_file.h, equations/export.h). */
#include "base/io.h"
#include "base/textfile.h"
#include "equations/export.h"
#include "matrix/matrix_file.h"
#include "script/script.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

/* ---- words -------------------------------------------------------------------------------------------------- */

struct freedoms {                   /* all, a list, or a file */
	const char *file;
	bool all;
	int *dof, n;
};

struct matrix_words {
	const char *k, *c, *m, *inertia;
	int first;
	bool unsymmetric;
	double tolerance;
	struct freedoms couple, load[NODE_DOF_MAX];
	int nload;
};

/* Does the word, or the first one inside its braces, read as a whole number? */
static bool is_list(const char *word)
{
	char first[16];
	int i;

	return word && sscanf(word, "%15s", first) == 1 && text_int(first, &i);
}

static int read_freedoms(struct script *s, struct args *a, const char *name, struct freedoms *ret, struct err *e)
{
	if (args_accept(a, "all")) {
		ret->all = true;
		return 0;
	}
	if (is_list(args_peek(a)))
		return args_list_int(a, name, 1, INT_MAX, 1, &s->scratch, &ret->dof, &ret->n, e);
	return args_word(a, name, &ret->file, e);
}

static int read_load(struct script *s, struct args *a, struct matrix_words *w, struct err *e)
{
	if (w->nload == NODE_DOF_MAX)
		return err_set(e, ERR_ARGUMENT, a->object, "-load: more than %d directions", NODE_DOF_MAX);
	return read_freedoms(s, a, "-load", &w->load[w->nload++], e);
}

static int read_words(struct script *s, struct args *a, struct matrix_words *w, struct err *e)
{
	const struct { const char *name; const char **to; } files[] = {{"-K", &w->k}, {"-C", &w->c}, {"-M", &w->m}, {"-inertia", &w->inertia}};
	int code = 0;

	while (code == 0 && args_more(a)) {
		size_t i = 0;

		while (i < COUNT(files) && !args_accept(a, files[i].name))
			i++;
		if (i < COUNT(files))
			code = args_word(a, files[i].name, files[i].to, e);
		else if (args_accept(a, "-first"))
			code = args_int(a, "-first", 1, INT_MAX, &w->first, e);
		else if (args_accept(a, "-couple"))
			code = read_freedoms(s, a, "-couple", &w->couple, e);
		else if (args_accept(a, "-load"))
			code = read_load(s, a, w, e);
		else if (args_accept(a, "-symmetric"))
			code = args_real(a, "-symmetric", RANGE_UNIT, &w->tolerance, e);
		else if (args_accept(a, "-unsymmetric"))
			w->unsymmetric = true;
		else
			code = args_end(a, e);
	}
	if (code == 0 && !w->k) {
		code = err_set(e, ERR_ARGUMENT, a->object, "the stiffness is missing");
		err_hint(e, "-K file");
	}
	return code;
}

/* ---- files -------------------------------------------------------------------------------------------------- */

/* A matrix, or a column of numbers that is its diagonal. NULL stays NULL. */
static int read_matrix(struct script *s, const char *path, const char *set, const struct csc **ret, struct err *e)
{
	struct csc *a = path ? ARENA_NEW(&s->scratch, struct csc) : NULL, column;
	int code;

	if (!path)
		return 0;
	code = a ? matrix_read(path, set, &s->scratch, a, e) : err_set(e, ERR_MEMORY, path, "no memory");
	if (code == 0 && a->cols == 1 && a->rows > 1) {
		column = *a;
		code = csc_diagonal(&column, &s->scratch, a);
	}
	*ret = a;
	return code < 0 ? err_set(e, code, path, "%s", err_message(code)) : 0;
}

/* A file of freedoms: whole numbers from 1. */
static int freedoms_of_file(struct script *s, struct freedoms *f, struct err *e)
{
	double *x;
	int code = textfile_read(f->file, &s->scratch, &x, &f->n, e);

	if (code < 0)
		return code;
	f->dof = ARENA_ARRAY(&s->scratch, (size_t)f->n, int);
	if (!f->dof)
		return err_set(e, ERR_MEMORY, f->file, "no memory");
	for (int i = 0; i < f->n; i++) {
		if (!(x[i] >= 1.0 && x[i] <= INT_MAX) || x[i] != (int)x[i]) {
			code = err_set(e, ERR_FORMAT, f->file, "number %d is not the number of a freedom", i + 1);
			err_value(e, "%g", x[i]);
			return code;
		}
		f->dof[i] = (int)x[i];
	}
	return 0;
}

/* A freedom that is in a list twice moves with the ground once. */
static int load_list(struct script *s, const struct freedoms *f, int n, struct triplets *t, struct err *e)
{
	bool *seen = ARENA_ARRAY(&s->scratch, (size_t)n, bool);
	int code = seen ? 0 : ERR_MEMORY;

	for (int i = 0; i < n && f->all && code == 0; i++)
		code = triplets_add(t, i, t->cols, 1.0);
	for (int i = 0; i < f->n && code == 0; i++) {
		if (f->dof[i] > n) {
			code = err_set(e, ERR_RANGE, "matrixModel", "-load: there is no such freedom");
			err_value(e, "%d", f->dof[i]);
			err_allowed(e, "1 to %d", n);
			return code;
		}
		if (!seen[f->dof[i] - 1])
			code = triplets_add(t, f->dof[i] - 1, t->cols, 1.0);
		seen[f->dof[i] - 1] = true;
	}
	t->cols++;
	return code < 0 ? err_set(e, code, "matrixModel", "no memory for -load") : 0;
}

static int load_file(struct script *s, const char *path, int n, struct triplets *t, struct err *e)
{
	struct csc a;
	int code = matrix_read(path, "iota", &s->scratch, &a, e);

	if (code == 0 && a.rows != n) {
		code = err_set(e, ERR_ARGUMENT, path, "wants a row for each freedom");
		err_value(e, "%d x %d", a.rows, a.cols);
		err_allowed(e, "%d rows", n);
	}
	for (int j = 0; code == 0 && j < a.cols; j++, t->cols++)
		for (int k = a.start[j]; code == 0 && k < a.start[j + 1]; k++)
			if (triplets_add(t, a.row[k], t->cols, a.value[k]))
				code = err_set(e, ERR_MEMORY, path, "no memory");
	return code;
}

/* Every -load is a direction, or several that a file holds side by side. */
static int read_iota(struct script *s, const struct matrix_words *w, int n, const struct csc **ret, struct err *e)
{
	struct csc *iota = ARENA_NEW(&s->scratch, struct csc);
	struct triplets t;
	int code = 0;

	triplets_init(&t, &s->scratch);
	t.rows = n;
	for (int i = 0; i < w->nload && code == 0; i++)
		code = w->load[i].file ? load_file(s, w->load[i].file, n, &t, e) : load_list(s, &w->load[i], n, &t, e);
	if (code < 0 || w->nload == 0)
		return code;
	code = iota ? csc_build(&t, &s->scratch, iota, "-load", e) : err_set(e, ERR_MEMORY, "-load", "no memory");
	*ret = iota;
	return code;
}

/* ---- matrixModel -------------------------------------------------------------------------------------------- */

static int read_plan(struct script *s, struct matrix_words *w, struct matrix_plan *p, struct err *e)
{
	int code = read_matrix(s, w->k, "K", &p->k, e);

	*p = (struct matrix_plan){.k = p->k, .k_name = w->k, .c_name = w->c, .m_name = w->m, .first = w->first, .unsymmetric = w->unsymmetric,
	                          .tolerance = w->tolerance, .iota_name = "-load", .inertia_name = w->inertia};
	if (code == 0)
		code = read_matrix(s, w->m, "M", &p->m, e);
	if (code == 0)
		code = read_matrix(s, w->c, "C", &p->c, e);
	if (code == 0)
		code = read_iota(s, w, p->k->rows, &p->iota, e);
	if (code == 0 && w->inertia) {
		struct csc *a = ARENA_NEW(&s->scratch, struct csc);

		code = a ? matrix_read(w->inertia, "inertia", &s->scratch, a, e) : err_set(e, ERR_MEMORY, w->inertia, "no memory");
		p->inertia = a;
	}
	if (code == 0 && w->couple.file)
		code = freedoms_of_file(s, &w->couple, e);
	return code;
}

static int run_matrix_model(struct script *s, struct args *a, struct err *e)
{
	struct matrix_words w = {.first = 1, .tolerance = 1e-9};
	struct matrix_plan plan = {0};
	struct matrix_part *part;
	int *row, code = script_need_model(s, a, e);

	if (code == 0)
		code = read_words(s, a, &w, e);
	if (code == 0 && w.couple.all)
		code = err_set(e, ERR_ARGUMENT, a->object, "-couple wants the freedoms by their numbers, or a file of them");
	if (code == 0)
		code = read_plan(s, &w, &plan, e);
	if (code < 0)
		return code;
	row = ARENA_ARRAY(&s->scratch, (size_t)w.couple.n + 1, int);
	if (!row)
		return err_set(e, ERR_MEMORY, a->object, "no memory");
	for (int i = 0; i < w.couple.n; i++)
		row[i] = w.couple.dof[i] - 1;
	plan.couple = row;
	plan.ncouple = w.couple.n;
	code = model_add_matrices(&s->model, &plan, &part, e);
	if (code < 0)
		return code;
	script_say(s, "matrixModel: %d freedoms, nodes %d to %d, %d entries in %s\n", part->n, part->first, part->first + part->n - 1, part->pattern.nnz,
	           part->pattern.symmetric ? "the lower triangle" : "all");
	for (int i = 0; i < w.couple.n; i++)
		row[i] += part->first;
	script_result_ints(s, w.couple.n, row);
	return 0;
}

/* ---- exportMatrices ----------------------------------------------------------------------------------------- */

static int write_dofs(struct script *s, const char *folder, const struct equations *x, struct err *e)
{
	char *path = ARENA_ARRAY(&s->scratch, strlen(folder) + 16, char), line[64];
	int handle, code, closed;

	if (!path)
		return err_set(e, ERR_MEMORY, folder, "no memory");
	sprintf(path, "%s/dofs.txt", folder);
	code = io_open(path, IO_WRITE, &handle, e);
	if (code < 0)
		return code;
	sprintf(line, "# unknown node freedom; node 0: mode of a reduction\n");
	code = io_write(handle, path, line, strlen(line), e);
	for (int i = 0; i < x->n && code == 0; i++) {
		sprintf(line, "%d %d %d\n", i + 1, x->node[i], x->dof[i]);
		code = io_write(handle, path, line, strlen(line), e);
	}
	closed = io_close(handle, path, code < 0 ? NULL : e);
	return code < 0 ? code : closed;
}

static int write_equations(struct script *s, const struct matrix_format *f, const char *folder, const struct equations *x, struct err *e)
{
	const struct { const char *name; const struct csc *a; bool symmetric; } rows[] = {
		{"K", &x->k, x->k_symmetric}, {"C", &x->c, x->c_symmetric}, {"M", &x->m, true}, {"iota", &x->iota, false}, {"inertia", &x->inertia, false},
	};
	int code = 0;

	for (size_t i = 0; i < COUNT(rows) && code == 0; i++)
		code = matrix_write(f, &(struct matrix_out){.folder = folder, .name = rows[i].name, .symmetric = rows[i].symmetric, .first = i == 0}, rows[i].a, e);
	return code < 0 ? code : write_dofs(s, folder, x, e);
}

static int make_folder(const char *folder, struct err *e)
{
	Tcl_Obj *path = Tcl_NewStringObj(folder, -1);
	int code = 0;

	Tcl_IncrRefCount(path);
	if (Tcl_FSCreateDirectory(path) != TCL_OK && Tcl_FSAccess(path, 2) != 0)
		code = err_set(e, ERR_FILE, folder, "the folder cannot be made: %s", Tcl_PosixError(NULL));
	Tcl_DecrRefCount(path);
	return code;
}

static int read_format(struct args *a, const struct matrix_format **ret, struct err *e)
{
	char names[64] = "";
	const char *name;
	int code = args_word(a, "-format", &name, e);

	if (code < 0)
		return code;
	*ret = matrix_format_find(name);
	if (*ret)
		return 0;
	for (int i = 0; matrix_format_table[i]; i++)
		snprintf(names + strlen(names), sizeof(names) - strlen(names), "%s%s", names[0] ? ", " : "", matrix_format_table[i]->name);
	code = err_set(e, ERR_UNKNOWN, a->object, "there is no such format of matrices");
	err_value(e, "%s", name);
	err_allowed(e, "%s", names);
	return code;
}

static int run_export(struct script *s, struct args *a, struct err *e)
{
	const struct matrix_format *format = matrix_format_find("mtx");
	struct equations x;
	const char *folder;
	int code = script_need_model(s, a, e);

	if (code == 0)
		code = args_word(a, "folder", &folder, e);
	if (code == 0 && args_accept(a, "-format"))
		code = read_format(a, &format, e);
	if (code == 0)
		code = args_end(a, e);
	if (code == 0)
		code = analysis_equations(&s->analysis, &s->scratch, &x, e);
	if (code == 0)
		code = make_folder(folder, e);
	if (code == 0)
		code = write_equations(s, format, folder, &x, e);
	if (code == 0)
		script_result_int(s, x.n);
	return code;
}

const struct script_command script_matrix_commands[] = {
	{ "matrixModel", run_matrix_model,
	  "matrixModel -K file <-M file> <-C file> <-first tag> <-couple {dof ...}|file> <-load all|{dof ...}|file> ... <-inertia file> <-symmetric tol> "
	  "<-unsymmetric>",
	  "A part of the structure by its matrices, from Matrix Market, dense text or HDF5 (FILE.h5:NAME; K, M, C unless told); a column is a diagonal. "
	  "Freedom i of the files is node tag + i - 1 with one freedom (-first 1 unless told); fix, equalDOF, loads, elements, recorders, rayleigh, eigen and "
	  "reduce go on from there. Each -load says which freedoms move by 1 when the ground does, the first for direction 1 of UniformExcitation, the next "
	  "for 2, ...: all, a list, or a file with a row a freedom and a column a direction; -inertia gives M iota itself, with what fixed freedoms add. "
	  "-couple: freedoms that a specimen will hold, which must not be fixed; their nodes are the answer. -C is added to rayleigh. Halves may differ by "
	  "-symmetric (1e-9 of the diagonal) and their mean is taken; K and C that are not symmetric want -unsymmetric. See docs/matrices.md.", NULL },
	{ "exportMatrices", run_export, "exportMatrices folder <-format mtx|text|hdf5>",
	  "Writes initial stiffness K, damping C (modal damping included), mass M, iota and inertia of the equations in the order of nodes and freedoms, so "
	  "that matrixModel reads them back to the same bits; dofs.txt says which unknown is which node's freedom. Answers the number of unknowns. The initial "
	  "stiffness of specimens is in K: export before expElement what shall be tested with one.", NULL },
	{ 0 },
};
