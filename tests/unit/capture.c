/* A subcommand with standard output and error in files of its own. */
#include "unit/capture.h"

#include "test.h"

#include <unistd.h>

char said[32768], complained[2048];

static void read_back(FILE *from, char *ret_text, size_t size)
{
	rewind(from);
	size_t n = fread(ret_text, 1, size - 1, from);
	ret_text[n] = '\0';
	fclose(from);
}

int capture(int (*command)(int argc, char **argv), const char *line)
{
	char text[1000], *argv[100] = {"tandem"};
	int n = 1, kept[2];
	FILE *file[2] = {tmpfile(), tmpfile()};
	assert_true(file[0] && file[1]);
	snprintf(text, sizeof(text), "%s", line);
	for (char *w = strtok(text, " "); w && n < 99; w = strtok(NULL, " "))
		argv[n++] = w;
	fflush(stdout);
	fflush(stderr);
	for (int i = 0; i < 2; i++) {
		kept[i] = dup(i + 1);
		assert_true(kept[i] >= 0 && dup2(fileno(file[i]), i + 1) >= 0);
	}
	int status = command(n, argv);
	fflush(stdout);
	fflush(stderr);
	for (int i = 0; i < 2; i++) {
		assert_true(dup2(kept[i], i + 1) >= 0);
		close(kept[i]);
	}
	read_back(file[0], said, sizeof(said));
	read_back(file[1], complained, sizeof(complained));
	return status;
}
