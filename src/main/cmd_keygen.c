/* tandem site keygen FOLDER NAME... <-days n> <-role r>: papers for those who shall know each other. */
#include "main/cmd_keygen.h"

#include "base/args.h"
#include "net/tls.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { DAYS = 730, AUTHORITY_DAYS = 3650, DAYS_MOST = 36500, NAMES_MOST = 64, PATH_MOST = 4096 };

static const double DAYS_LEAST = 2e-5; /* two seconds */

static const char USAGE[] =
	"tandem site keygen FOLDER NAME... <-days n> <-role viewer|operator>\n"
	"    FOLDER    where the files go: ca.crt, ca.key (made when they are not there), NAME.crt, NAME.key\n"
	"    NAME      of a site or a coordinator: a host name or an address; -site of NetworkSite and -coordinator of tandem site want it\n"
	"    -days     a certificate is valid for so long (default 730; parts of a day count); the authority for 3650 or more\n"
	"    -role     what these may do as clients of tandem serve --client-ca: viewer (without the word, too) or operator\n"
	"Each machine needs its own NAME.crt and NAME.key, and ca.crt. ca.key stays where it is: who has it can be anybody.\n";

struct words {
	const char *folder, *name[NAMES_MOST];
	int n, role;               /* role -1: none */
	double days;
};

static const char *const ROLES[] = {"viewer", "operator", NULL};

static int read_words(struct words *w, int n, const char *const *word, struct err *e)
{
	struct args a;
	int rc;

	*w = (struct words){.days = DAYS, .role = -1};
	args_init(&a, n, word, "site keygen");
	rc = args_word(&a, "FOLDER", &w->folder, e);
	while (rc == 0 && args_more(&a)) {
		if (args_accept(&a, "-days"))
			rc = args_real(&a, "-days", (struct range){DAYS_LEAST, DAYS_MOST, false, false}, &w->days, e);
		else if (args_accept(&a, "-role"))
			rc = args_choice(&a, "-role", ROLES, &w->role, e);
		else if (args_peek(&a)[0] == '-')
			rc = args_end(&a, e);
		else if (w->n == NAMES_MOST)
			rc = err_set(e, ERR_LIMIT, "site keygen", "more than %d names at once", NAMES_MOST);
		else
			rc = args_word(&a, "NAME", &w->name[w->n++], e);
	}
	if (rc == 0 && w->n == 0) {
		rc = err_set(e, ERR_ARGUMENT, "site keygen", "NAME is missing");
		err_hint(e, "name each site and each coordinator: tandem site keygen papers lab.example coordinator");
	}
	return rc;
}

static void say(const struct words *w, const char *name, const char *what)
{
	printf("%-16s %s/%s.crt, %s/%s.key\n", what, w->folder, name, w->folder, name);
}

static int print_pin(const struct words *w, const char *name, struct err *e)
{
	char path[3][PATH_MOST];
	struct tls *t = NULL;

	snprintf(path[0], PATH_MOST, "%s/%s.crt", w->folder, name);
	snprintf(path[1], PATH_MOST, "%s/%s.key", w->folder, name);
	snprintf(path[2], PATH_MOST, "%s/ca.crt", w->folder);
	int rc = tls_open(path[0], path[1], path[2], &t, e);
	if (rc < 0)
		return rc;
	say(w, name, name);
	printf("%-16s pin %s\n", "", tls_pin(t));
	tls_close(t);
	return 0;
}

/* All names before the first file: what is refused leaves nothing behind. */
static int check_names(const struct words *w, struct err *e)
{
	int rc = 0;

	for (int i = 0; i < w->n && rc == 0; i++) {
		rc = tls_certificate_free(w->folder, w->name[i], e);
		for (int j = 0; j < i && rc == 0; j++)
			if (strcmp(w->name[i], w->name[j]) == 0) {
				rc = err_set(e, ERR_DUPLICATE, "site keygen", "a name is given twice");
				err_value(e, "%s", w->name[i]);
			}
	}
	return rc;
}

static int make(const struct words *w, struct err *e)
{
	char path[PATH_MOST];
	int rc = check_names(w, e);

	if (rc < 0)
		return rc;
	snprintf(path, sizeof(path), "%s/ca.crt", w->folder);
	if (access(path, F_OK) != 0) {
		rc = tls_authority(w->folder, w->days > AUTHORITY_DAYS ? w->days : AUTHORITY_DAYS, e);
		if (rc == 0)
			say(w, "ca", "authority");
	}
	for (int i = 0; i < w->n && rc == 0; i++) {
		rc = tls_certificate(w->folder, w->name[i], w->role < 0 ? NULL : ROLES[w->role], w->days, e);
		if (rc == 0)
			rc = print_pin(w, w->name[i], e);
	}
	if (rc == 0 && fflush(stdout) != 0)
		rc = err_set(e, ERR_FILE, "site keygen", "standard output cannot be written");
	return rc;
}

int cmd_keygen(int argc, char **argv)
{
	struct words w;
	struct err e;
	char text[1024];

	if (argc > 1 && (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-help") == 0 || strcmp(argv[1], "-h") == 0)) {
		fputs(USAGE, stdout);
		return 0;
	}
	err_clear(&e);
	int rc = read_words(&w, argc - 1, (const char *const *)argv + 1, &e);
	if (rc == 0)
		rc = make(&w, &e);
	if (rc == 0)
		return 0;
	err_text(&e, text, sizeof(text));
	fprintf(stderr, "%s\n", text);
	return 1;
}
