/* Braces, walls and middles of frames: see frame_parts.h. */
#include "structure/frame_parts.h"

int frame_middle(int bays, int n)
{
	return (bays - n) / 2;
}

bool frame_in_middle(int bays, int n, int line)
{
	int first = frame_middle(bays, n);

	return n > 0 && line >= first && line <= first + n;
}

int frame_check(const struct frame_parts *p, const char *object, int bays, struct err *e)
{
	const struct {
		const char *name;
		int n;
	} middle[] = { { "-braces", p->braces }, { "-walls", p->walls }, { "-core", p->core } };

	for (size_t i = 0; i < COUNT(middle); i++)
		if (middle[i].n > bays) {
			int code = err_set(e, ERR_RANGE, object, "%s: more bays than there are", middle[i].name);

			err_value(e, "%d", middle[i].n);
			err_allowed(e, "at most %d", bays);
			return code;
		}
	return 0;
}

int frame_braces(struct frame_parts *p, struct maker *k, struct err *e)
{
	int law, code = p->braces ? maker_law(k, p->e, p->brace_yield, p->brace_hardening, &law, e) : 0;

	return code < 0 || !p->braces ? code : member_truss(k, &p->brace, p->brace_a, law, true, 0.0, e);
}

int frame_cross(const struct member *kind, struct maker *k, int at, int i, int j, struct err *e)
{
	int code = maker_join(k, kind, at - 1, i, at, j, e);

	return code < 0 ? code : maker_join(k, kind, at - 1, j, at, i, e);
}

/* Areas of a panel of thickness 1. */
static void wall_areas(double a, double h, double *ret_area)
{
	double l = sqrt(a * a + h * h);

	ret_area[WALL_UPRIGHT] = (9.0 * a - 3.0 * h * h / a) / 16.0;
	ret_area[WALL_FLAT] = (9.0 * h - 3.0 * a * a / h) / 16.0;
	ret_area[WALL_DIAGONAL] = 3.0 * l * l * l / (16.0 * a * h);
}

/* Two upright sides, the flat side at the top (the one at the bottom is shared with the panel below), two diagonals. The ground needs no bar. */
int frame_wall_count(double bay, double height)
{
	static const int per[WALL_PARTS] = { [WALL_UPRIGHT] = 2, [WALL_FLAT] = 1, [WALL_DIAGONAL] = 2 };
	double area[WALL_PARTS];
	int n = 0;

	wall_areas(bay, height, area);
	for (int i = 0; i < WALL_PARTS; i++)
		n += area[i] > 0.0 ? per[i] : 0;
	return n;
}

int frame_wall(const struct frame_parts *p, struct maker *k, int law, double bay, double height, struct frame_wall *ret, struct err *e)
{
	double area[WALL_PARTS];
	int code = 0;

	wall_areas(bay, height, area);
	for (int i = 0; i < WALL_PARTS && code == 0; i++) {
		double whole = p->wall_thickness * area[i] * (i == WALL_FLAT ? 2.0 : 1.0);

		ret->has[i] = whole > 0.0;
		if (ret->has[i])
			code = member_truss(k, &ret->part[i], whole, law, true, 0.0, e);
	}
	return code < 0 || !ret->has[WALL_FLAT] ? code : member_truss(k, &ret->top, p->wall_thickness * area[WALL_FLAT], law, true, 0.0, e);
}

int frame_panel(const struct frame_wall *w, struct maker *k, int at, bool top, int i, int j, struct err *e)
{
	int code = 0;

	if (w->has[WALL_UPRIGHT]) {
		code = maker_join(k, &w->part[WALL_UPRIGHT], at - 1, i, at, i, e);
		if (code == 0)
			code = maker_join(k, &w->part[WALL_UPRIGHT], at - 1, j, at, j, e);
	}
	if (code == 0 && w->has[WALL_FLAT])
		code = maker_join(k, top ? &w->top : &w->part[WALL_FLAT], at, i, at, j, e);
	return code < 0 ? code : frame_cross(&w->part[WALL_DIAGONAL], k, at, i, j, e);
}
