/* Protocols of lines: OpenFresco's control LabVIEW (after NTCP), and UI-SimCor. Fields are parted by TAB, lines end with \n, \r\n or NUL.
 *
 *   open-session  set-parameter  { propose id address {x|y|z displacement|rotation|force|moment value}..  execute id  get-control-point id address }..
 *   close-session;  each is answered OK TAB 0 TAB .., or NOT OK with the reason, and then nothing has happened
 *
 * Here: one line into its fields, its values to signals and back, and the server as a machine of talk.h. The k-th displacement or rotation of a line is
 * component k of the displacements, the k-th force or moment of the forces.
 */
#pragma once

#include "foreign/talk.h"

enum text_dialect { TEXT_LABVIEW, TEXT_SIMCOR };
enum { TEXT_FIELDS = 400, TEXT_SIGNALS = 64, TEXT_NAME = 64,
       TEXT_LABVIEW_LINE = 511 };  /* OpenFresco reads answers into 512 bytes and does not look */

/* What stands before a value. */
struct text_label {
	char axis;                 /* x y z */
	bool turn;                 /* rotation, moment */
};

struct text_signal {
	struct text_label label;
	int slot;                  /* SLOT_DISP or SLOT_FORCE */
	double value;
};

struct text_fields {
	int n;
	char *field[TEXT_FIELDS];  /* borrowed: the line, which is cut */
};

/* Cuts a line at its TABs; ERR_FORMAT when it has too many fields. */
int text_cut(char *line, struct text_fields *ret, const char *object, struct err *e) MUST_CHECK;
/* The triples from field `at` on; stops at what is no axis. *ret_at: the field behind them. */
int text_signals(const struct text_fields *f, int at, struct text_signal *ret, int most, int *ret_n, int *ret_at, const char *object, struct err *e) MUST_CHECK;
/* "TAB x TAB displacement TAB %.10E" behind what stands in the line; false: no room. */
bool text_add(char *line, size_t size, const char *format, ...) __attribute__((format(printf, 3, 4)));
bool text_add_signal(char *line, size_t size, const struct text_signal *s);
/* Is the answer OK? A NOT OK, NOTOK or anything else fills the report with it. */
int text_accepted(const struct text_fields *f, const char *object, struct err *e) MUST_CHECK;

/* ---- the server ------------------------------------------------------------------------------------------------ */

struct text_server {
	const struct plant *plant; /* borrowed */
	char object[96];
	enum text_dialect dialect;
	int n[2];                  /* displacements and forces that the plant takes */
	bool answers[2];           /* displacements and forces are in the answers; both at first */
	struct signals trial;      /* owned: the arena; proposed */
	struct text_label label[TEXT_SIGNALS];
	int labels;
	char id[TEXT_NAME];        /* of the last proposal */
	bool proposed, executed;
	char line[TALK_LINE], reply[TALK_LINE];
	struct talk_count count;
};

/* trial: displacements and forces that the plant takes; out: what it measures. The plant is sized here. */
int text_server_init(struct text_server *s, const struct plant *plant, enum text_dialect dialect, const int trial[SLOTS], const int out[SLOTS],
                     struct arena *mem, const char *object, struct err *e) MUST_CHECK;
struct talk text_server_talk(struct text_server *s);
