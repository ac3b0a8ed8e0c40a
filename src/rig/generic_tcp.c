/* A controller behind frames: OpenFresco's control GenericTCP.
 *
 *   eleven sizes;  lines of -initFile, 16385 bytes each: a 2, the line, NUL;  3 with zeros, 6 -> where it stands;  for every command 3, for every answer
 *   6 -> all slots of -daqModes;  at the end 99
 *
 * The controller answers a 6 when the target is reached.
 */
#include "rig/foreign.h"

#include "base/io.h"

enum { INIT_BYTES = 16385, INIT_MARK = 2, FILE_MOST = 1 << 20 };

struct generic {
	struct foreign f;
	int channels;
	int mode[2][SLOTS];        /* of commands, of measurements: 0 or 1 */
	const char *file;          /* owned: laboratory's arena; NULL: none */
};

static int read_modes(struct args *a, const char *name, int *ret, struct err *e)
{
	int code = 0;

	for (int k = 0; k < SLOTS && !code; k++)
		code = args_int(a, name, 0, 1, &ret[k], e);
	return code;
}

static int read_file(struct generic *s, struct args *a, struct err *e)
{
	const char *word;
	int code = args_word(a, "-initFile", &word, e);

	if (!code && !(s->file = arena_text(&s->f.lab->arena, word)))
		code = err_set(e, ERR_MEMORY, a->object, "no memory for its words");
	return code;
}

static int read_options(struct generic *s, struct args *a, struct err *e)
{
	int code = 0;

	while (args_more(a) && code >= 0) {
		code = cable_option(&s->f.words, a, e);
		if (code)
			continue;
		if (args_accept(a, "-ctrlModes"))
			code = read_modes(a, "-ctrlModes", s->mode[0], e);
		else if (args_accept(a, "-daqModes"))
			code = read_modes(a, "-daqModes", s->mode[1], e);
		else if (args_accept(a, "-channels"))
			code = args_int(a, "-channels", 1, FRAME_SLOT_MOST / SLOTS, &s->channels, e);
		else if (args_accept(a, "-initFile"))
			code = read_file(s, a, e);
		else
			code = args_end(a, e);
	}
	return code < 0 ? code : 0;
}

static int setup(void *self, struct args *a, struct rig *rig, struct laboratory *lab, const struct model *m, struct err *e)
{
	struct generic *s = self;
	int code = foreign_words(&s->f, a, rig, lab, false, e), least;

	(void)m;
	s->channels = 1;
	if (!code)
		code = read_options(s, a, e);
	if (code)
		return code;
	for (int k = 0; k < SLOTS; k++) {
		int n = k == SLOT_TIME ? 1 : s->channels;

		s->f.sizes.ctrl[k] = rig->ctrl.n[k] = s->mode[0][k] * n;
		s->f.sizes.daq[k] = rig->daq.n[k] = s->mode[1][k] * n;
	}
	if (!(s->mode[0][SLOT_DISP] + s->mode[0][SLOT_FORCE]) || !(s->mode[1][SLOT_FORCE] + s->mode[1][SLOT_DISP])) {
		code = err_set(e, ERR_ARGUMENT, a->object, "-ctrlModes and -daqModes must each have displacements or forces");
		err_hint(e, "five flags for disp vel accel force time, such as -ctrlModes 1 0 0 0 0 -daqModes 1 0 0 1 0");
		return code;
	}
	least = frame_data_least(&s->f.sizes, 0);
	s->f.sizes.data = least > FRAME_DEFAULT ? least : FRAME_DEFAULT;
	return foreign_ready(&s->f, 1, a->object, e);
}

/* The lines of the file, one message each. */
static int send_lines(struct generic *s, const char *text, size_t n, struct err *e)
{
	unsigned char message[INIT_BYTES];
	int code = 0;

	for (size_t at = 0; at < n && !code;) {
		const char *end = memchr(text + at, '\n', n - at);
		size_t length = end ? (size_t)(end - text) - at : n - at;

		if (length > INIT_BYTES - 2)
			return err_set(e, ERR_FORMAT, s->f.client.cable.object, "%.80s has a line longer than %d characters", s->file, INIT_BYTES - 2);
		memset(message, 0, sizeof(message));
		message[0] = INIT_MARK;
		memcpy(message + 1, text + at, length);
		code = client_put(&s->f.client, message, sizeof(message));
		at += length + 1;
	}
	return code;
}

static int send_file(struct generic *s, struct err *e)
{
	char *text = arena_alloc(&s->f.lab->arena, FILE_MOST);
	struct err close_fault = {0};
	size_t n = 0;
	int handle, code;

	if (!text)
		return err_set(e, ERR_MEMORY, s->f.client.cable.object, "no memory for -initFile");
	code = io_open(s->file, IO_READ, &handle, e);
	if (code)
		return code;
	code = io_read(handle, s->file, text, FILE_MOST, &n, e);
	if (io_close(handle, s->file, &close_fault) && !code)
		code = err_set(e, ERR_FILE, s->f.client.cable.object, "%.80s cannot be closed", s->file);
	if (!code && n == FILE_MOST)
		code = err_set(e, ERR_LIMIT, s->f.client.cable.object, "%.80s is larger than a megabyte", s->file);
	return code ? code : send_lines(s, text, n, e);
}

static int start(void *self, struct err *e)
{
	struct generic *s = self;
	int code = foreign_start(&s->f, true, e);

	if (!code && s->file)
		code = send_file(s, e);
	if (!code)
		code = client_say(&s->f.client, FRAME_TRIAL);
	return foreign_told(&s->f, code, e);
}

static int command(void *self, const struct signals *ctrl, double instant)
{
	struct generic *s = self;

	(void)instant;
	frame_pack(ctrl, s->f.sizes.ctrl, s->f.client.out, 1);
	return client_say(&s->f.client, FRAME_TRIAL);
}

static int measure(void *self, struct signals *daq)
{
	struct generic *s = self;
	int code = client_ask(&s->f.client, FRAME_DAQ);

	if (!code)
		frame_unpack(s->f.client.in, 0, s->f.sizes.daq, daq);
	return code;
}

static const struct param params[] = {
	FOREIGN_PARAMS,
	{ .name = "-ctrlModes", .kind = PARAM_ROW, .required = true, .help = "five flags: which of disp vel accel force time are commanded" },
	{ .name = "-daqModes", .kind = PARAM_ROW, .required = true, .help = "five flags: which of them are measured" },
	{ .name = "-channels", .kind = PARAM_ROW, .help = "actuators, default 1" },
	{ .name = "-initFile", .kind = PARAM_ROW, .help = "text file whose lines are sent to the controller first" },
	CABLE_PARAMS,
	{ 0 },
};

const struct rig_ops rig_generic_tcp = {
	.name = "GenericTCP",
	.brief = "Controller behind frames of numbers, as OpenFresco's control of that name",
	.cite = "Schellenberg, Mahin & Fenves 2009, PEER report 2009/104",
	.example = "127.0.0.1 44000 -ctrlModes 1 0 0 0 0 -daqModes 1 0 0 1 0",
	.params = params,
	.size = sizeof(struct generic),
	.setup = setup,
	.outside = true,
	.start = start,
	.command = command,
	.measure = measure,
	.why = foreign_why,
	.end = foreign_end,
};
