/* Words with which scripts of other programs open windows and say what to draw in them. There are no windows here: the words are accepted, and once it is
 * said what shows the same. */
#include "script/script.h"

static int pass_over(struct script *s, struct args *a, struct err *e)
{
	const char *word;
	int code = 0;

	(void)s;
	while (code == 0 && args_more(a))
		code = args_word(a, "word", &word, e);
	return code;
}

int script_window(struct script *s, struct args *a, struct err *e)
{
	if (!s->window_said)
		script_say(s, "recorder: no windows are opened: tandem run --view shows the structure while it moves, plot draws the columns of a file\n");
	s->window_said = true;
	return pass_over(s, a, e);
}

#define WINDOW_WORD(word) { word, pass_over, word " word ...", "Accepted: it says how to draw in a window, and none is opened.", NULL }

const struct script_command script_window_commands[] = {
	WINDOW_WORD("prp"), WINDOW_WORD("vrp"), WINDOW_WORD("vup"), WINDOW_WORD("vpn"), WINDOW_WORD("viewWindow"), WINDOW_WORD("plane"), WINDOW_WORD("port"),
	WINDOW_WORD("projection"), WINDOW_WORD("fill"), WINDOW_WORD("display"),
	{ 0 },
};
