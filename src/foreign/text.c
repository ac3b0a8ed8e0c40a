/* Lines: fields, values, labels. */
#include "foreign/text.h"

#include "base/args.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static const char *const KIND[2][2] = {{"displacement", "rotation"}, {"force", "moment"}};

int text_cut(char *line, struct text_fields *ret, const char *object, struct err *e)
{
	ret->n = 0;
	for (char *at = line; at;) {
		char *tab = strchr(at, '\t');

		if (ret->n == TEXT_FIELDS)
			return err_set(e, ERR_FORMAT, object, "a line of more than %d fields", TEXT_FIELDS);
		ret->field[ret->n++] = at;
		if (tab)
			*tab = '\0';
		at = tab ? tab + 1 : NULL;
	}
	return 0;
}

static bool kind_of(const char *word, int *ret_slot, bool *ret_turn)
{
	for (int s = 0; s < 2; s++)
		for (int t = 0; t < 2; t++)
			if (strcmp(word, KIND[s][t]) == 0) {
				*ret_slot = s ? SLOT_FORCE : SLOT_DISP;
				*ret_turn = t;
				return true;
			}
	return false;
}

int text_signals(const struct text_fields *f, int at, struct text_signal *ret, int most, int *ret_n, int *ret_at, const char *object, struct err *e)
{
	int n = 0;

	for (; at < f->n && strlen(f->field[at]) == 1 && strchr("xyz", f->field[at][0]); at += 3, n++) {
		struct text_signal s = {.label.axis = f->field[at][0]};

		if (n == most)
			return err_set(e, ERR_FORMAT, object, "a line of more than %d values", most);
		if (at + 2 >= f->n || !kind_of(f->field[at + 1], &s.slot, &s.label.turn) || !text_real(f->field[at + 2], &s.value)) {
			err_set(e, ERR_FORMAT, object, "behind %c stands no kind and number", s.label.axis);
			err_value(e, "%.30s %.30s", at + 1 < f->n ? f->field[at + 1] : "", at + 2 < f->n ? f->field[at + 2] : "(end of line)");
			err_allowed(e, "displacement, rotation, force or moment, and a finite number");
			return ERR_FORMAT;
		}
		ret[n] = s;
	}
	*ret_n = n;
	*ret_at = at;
	return 0;
}

bool text_add(char *line, size_t size, const char *format, ...)
{
	size_t n = strlen(line);
	va_list list;
	int more;

	va_start(list, format);
	more = vsnprintf(line + n, size - n, format, list);
	va_end(list);
	return more >= 0 && (size_t)more < size - n;
}

bool text_add_signal(char *line, size_t size, const struct text_signal *s)
{
	return text_add(line, size, "\t%c\t%s\t%.10E", s->label.axis, KIND[s->slot == SLOT_FORCE][s->label.turn], s->value);
}

int text_accepted(const struct text_fields *f, const char *object, struct err *e)
{
	if (strcmp(f->field[0], "OK") == 0)
		return 0;
	err_set(e, ERR_STATE, object, "the laboratory does not accept");
	err_value(e, "%.30s %.60s", f->field[0], f->n > 2 ? f->field[2] : "");
	return ERR_STATE;
}
