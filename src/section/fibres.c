/* Fibres of a section that stays plane.
 *
 *   strain = e0 - y kz + z ky       P = sum s A,  Mz = -sum s A y,  My = sum s A z,  T = GJ twist
 *   k = sum E A b b',  b = (1, -y, z)
 *
 * y and z are counted from the centroid of the areas (not of the stiffnesses), as OpenSees does; the fibres keep the script's places for answers.
 * E. Spacone, F. C. Filippou and F. F. Taucer, Fibre beam-column model for non-linear analysis of R/C frames, part I, Earthquake Eng. Struct.
 * Dyn. 25 (1996), doi:10.1002/(SICI)1096-9845(199607)25:7<711::AID-EQE576>3.0.CO;2-9.
 */
#include "section/fibres.h"

enum { PLANE = 3 };   /* e0, kz, ky: what fibres feel */

int fibres_add(struct fibres *x, double y, double z, double area, const struct material *mat, const char *object, struct arena *mem, struct err *e)
{
	if (x->n >= FIBRES_MAX) {
		int code = err_set(e, ERR_LIMIT, object, "too many fibres");
		err_allowed(e, "at most %d", FIBRES_MAX);
		return code;
	}
	if (x->n == x->cap) {
		int cap = x->cap ? 2 * x->cap : 32;
		struct fibre *more = ARENA_ARRAY(mem, (size_t)cap, struct fibre);
		if (!more)
			return err_set(e, ERR_MEMORY, object, "no memory for %d fibres", cap);
		if (x->n)
			memcpy(more, x->fibre, (size_t)x->n * sizeof(*more));
		x->fibre = more;
		x->cap = cap;
	}
	x->fibre[x->n++] = (struct fibre){ .y = y, .z = z, .area = area, .mat = mat, .at = x->size };
	x->size += material_size(mat);
	return 0;
}

int fibres_close(struct fibres *x, const char *object, struct err *e)
{
	double area = 0.0, y = 0.0, z = 0.0;
	if (x->n == 0) {
		int code = err_set(e, ERR_ARGUMENT, object, "it has no fibres");
		err_hint(e, "give fiber, patch or layer inside its braces");
		return code;
	}
	for (int i = 0; i < x->n; i++) {
		area += x->fibre[i].area;
		y += x->fibre[i].area * x->fibre[i].y;
		z += x->fibre[i].area * x->fibre[i].z;
	}
	x->centre_y = x->fixed ? 0.0 : y / area;
	x->centre_z = x->fixed ? 0.0 : z / area;
	return 0;
}

int fibres_codes(const void *self, int *ret_code)
{
	static const int code[] = { SECTION_P, SECTION_MZ, SECTION_MY, SECTION_T };
	int n = ((const struct fibres *)self)->space ? 4 : 2;
	memcpy(ret_code, code, (size_t)n * sizeof(*ret_code));
	return n;
}

int fibres_nstate(const void *self)
{
	return ((const struct fibres *)self)->size;
}

void fibres_start(const void *self, double *h)
{
	const struct fibres *x = self;
	for (int i = 0; i < x->n; i++)
		material_start(x->fibre[i].mat, h + x->fibre[i].at);
}

/* What each of e0, kz, ky strains a fibre by. */
static void lever(const struct fibres *x, const struct fibre *f, double *ret_b)
{
	ret_b[0] = 1.0;
	ret_b[1] = -(f->y - x->centre_y);
	ret_b[2] = f->z - x->centre_z;
}

/* Adds the upper triangle of ea b b'. */
static void add_stiffness(const double *b, double ea, double k[PLANE][PLANE])
{
	for (int i = 0; i < PLANE; i++)
		for (int j = i; j < PLANE; j++)
			k[i][j] += ea * b[i] * b[j];
}

/* The section's own matrix from the upper triangle. */
static void write_stiffness(const struct fibres *x, double k[PLANE][PLANE], double *ret_k)
{
	int n = x->space ? 4 : 2, felt = x->space ? 3 : 2;
	memset(ret_k, 0, (size_t)(n * n) * sizeof(*ret_k));
	for (int i = 0; i < felt; i++)
		for (int j = i; j < felt; j++)
			ret_k[i * n + j] = ret_k[j * n + i] = k[i][j];
	if (x->space)
		ret_k[n * n - 1] = x->gj;
}

void fibres_respond(const void *self, const double *hc, double *ht, struct section_io *io)
{
	const struct fibres *x = self;
	int felt = x->space ? 3 : 2;
	double k[PLANE][PLANE] = { { 0 } }, s[PLANE] = { 0 }, b[PLANE];
	for (int i = 0; i < x->n; i++) {
		const struct fibre *f = &x->fibre[i];
		double strain = 0.0, *h = ht + f->at;
		lever(x, f, b);
		for (int j = 0; j < felt; j++)
			strain += b[j] * io->e[j];
		material_step(f->mat, hc + f->at, h, strain, 0.0, io->dt);
		for (int j = 0; j < felt; j++)
			s[j] += h[MATERIAL_STRESS] * f->area * b[j];
		add_stiffness(b, h[MATERIAL_TANGENT] * f->area, k);
	}
	memcpy(io->s, s, (size_t)felt * sizeof(*s));
	if (x->space)
		io->s[3] = x->gj * io->e[3];
	if (io->k)
		write_stiffness(x, k, io->k);
}

void fibres_initial(const void *self, double *ret_k)
{
	const struct fibres *x = self;
	double k[PLANE][PLANE] = { { 0 } }, b[PLANE];
	for (int i = 0; i < x->n; i++) {
		lever(x, &x->fibre[i], b);
		add_stiffness(b, material_initial(x->fibre[i].mat) * x->fibre[i].area, k);
	}
	write_stiffness(x, k, ret_k);
}

bool fibres_linear(const void *self)
{
	const struct fibres *x = self;
	for (int i = 0; i < x->n; i++)
		if (!material_linear(x->fibre[i].mat))
			return false;
	return true;
}

/* Answers by name ----------------------------------------------------------------------------------- */

/* The fibre nearest to a place, among those of a material (any: false); -1: none. */
static int nearest(const struct fibres *x, const double *place, bool any, int tag)
{
	int best = -1;
	double least = INFINITY;
	for (int i = 0; i < x->n; i++) {
		double dy = x->fibre[i].y - place[0], dz = x->fibre[i].z - place[1], d = dy * dy + dz * dz;
		if ((any || x->fibre[i].mat->tag == tag) && d < least) {
			least = d;
			best = i;
		}
	}
	return best;
}

/* "fiber n", "fiber y z" or "fiber y z matTag": which; writes how many numbers there were. */
static int chosen(const struct fibres *x, int argc, const char *const *argv, int *ret_n)
{
	double number[3];
	int n = 0, tag = 0;
	while (n < 3 && n < argc && text_real(argv[n], &number[n]))
		n++;
	*ret_n = n;
	switch (n) {
	case 1:
		return number[0] >= 0.0 && number[0] < x->n ? (int)number[0] : -1;
	case 2:
		return nearest(x, number, true, 0);
	case 3:
		return text_int(argv[2], &tag) ? nearest(x, number, false, tag) : -1;
	default:
		return -1;
	}
}

static int all_data(const struct fibres *x, const double *h, double *ret_x, int max)
{
	enum { EACH = 5 };
	if (x->n > max / EACH)
		return 0;
	for (int i = 0; i < x->n; i++) {
		const struct fibre *f = &x->fibre[i];
		const double row[EACH] = { f->y, f->z, f->area, h[f->at + MATERIAL_STRESS], h[f->at + MATERIAL_STRAIN] };
		memcpy(ret_x + EACH * i, row, sizeof(row));
	}
	return EACH * x->n;
}

int fibres_response(const void *self, const double *h, int argc, const char *const *argv, double *ret_x, int max)
{
	const struct fibres *x = self;
	double answer[8];
	int given;
	if (argc == 1 && strcmp(argv[0], "fiberData") == 0)
		return all_data(x, h, ret_x, max);
	if (argc < 3 || strcmp(argv[0], "fiber") != 0)
		return 0;
	int i = chosen(x, argc - 1, argv + 1, &given);
	if (i < 0 || argc != given + 2)
		return 0;
	int n = material_response(h + x->fibre[i].at, argv[given + 1], answer);
	if (n <= 0 || n > max)
		return 0;
	memcpy(ret_x, answer, (size_t)n * sizeof(*ret_x));
	return n;
}
