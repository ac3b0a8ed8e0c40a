/* tandem rehearse <--lag s> <--yield u> <--hsei x> FILE.tcl [words]: the script in virtual time with stand-ins for all that exists or is elsewhere. */
#include "main/cmd_rehearse.h"

#include "main/words.h"

#include <stdio.h>
#include <string.h>

enum { HELP = 1024 };

static const struct param words[] = {
	{"--lag", PARAM_REAL, offsetof(struct rehearse_words, lag), false, 0.0, RANGE_NONNEG, "of the actuators after compensation, laboratory time [s]"},
	{"--yield", PARAM_REAL, offsetof(struct rehearse_words, yield), false, 0.0, RANGE_NONNEG,
	 "displacement at which specimens yield, for their recoverable energy; default: the largest energy of the dry run"},
	{"--hsei", PARAM_REAL, offsetof(struct rehearse_words, hsei), false, 0.1, RANGE_POSITIVE, "largest magnitude of HSEI_I that is taken"},
	{0},
};

int cmd_rehearse_words(int argc, char **argv, struct rehearse_words *ret)
{
	struct args a;
	struct err e;
	char text[HELP];
	int code;

	if (argc > 1 && words_ask_help(argv[1])) {
		param_usage(words, "tandem rehearse", text, sizeof(text));
		printf("%s\n    then FILE.tcl and the words of the script. Its files go into the folder rehearsal beside those of a test (docs/rehearse.md).\n",
		       text);
		return 0;
	}
	err_clear(&e);
	args_init(&a, argc - 1, (const char *const *)argv + 1, "tandem rehearse");
	code = param_parse(words, ret, &a, &e);
	if (!code && args_more(&a) && a.word[a.at][0] == '-') {
		code = err_set(&e, ERR_ARGUMENT, "tandem rehearse", "unknown option");
		err_value(&e, "%s", a.word[a.at]);
		err_allowed(&e, "--lag, --yield, --hsei");
	}
	if (!code && !args_more(&a)) {
		code = err_set(&e, ERR_ARGUMENT, "tandem rehearse", "the file is missing");
		err_hint(&e, "tandem rehearse FILE.tcl [words]");
	}
	if (code) {
		words_failed(&e);
		return -1;
	}
	words_behind("tandem rehearse", words, a.word[a.at], argc - a.at - 2, argv + a.at + 2);
	return 1 + a.at;
}

static struct {
	struct rehearse r;
	struct rehearse_words *w;
	const char *path;
} at_hand;

/* The verdict, and the status of the program. */
static int finish(const struct script *s, bool ended)
{
	int changes;

	at_hand.w->ended = ended;
	at_hand.w->failed = s->failed_last;
	rehearse_end(&at_hand.r);
	changes = rehearse_print(&at_hand.r, at_hand.w, at_hand.path);
	rehearse_fini(&at_hand.r);
	if (!ended || s->lab.trips > 0)
		return 1;
	return changes ? 3 : 0;
}

/* Its exit is the end of a script like any other. */
static void leave(struct script *s, int status)
{
	Tcl_Exit(finish(s, status == 0));
}

int cmd_rehearse_run(struct script *s, const char *path, struct rehearse_words *w)
{
	at_hand.w = w;
	at_hand.path = path;
	s->leave = leave;
	rehearse_init(&at_hand.r, w, s);
	return finish(s, script_run_file(s, path) == 0);
}
