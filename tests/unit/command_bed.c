/* Standard output and error through files and pipes. */
#include "unit/command_bed.h"

#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

enum { WORDS = 64, LINE = 2000 };

char said[65536], complained[4096];

static int split(char *line, char **argv)
{
	char *save = NULL;
	int n = 1;

	argv[0] = "tandem";
	for (char *w = strtok_r(line, " ", &save); w && n < WORDS; w = strtok_r(NULL, " ", &save))
		argv[n++] = w;
	return n;
}

static void read_back(FILE *from, char *ret_text, size_t size)
{
	rewind(from);
	ret_text[fread(ret_text, 1, size - 1, from)] = '\0';
	fclose(from);
}

int command_run(int (*command)(int argc, char **argv), const char *format, ...)
{
	char line[LINE], *argv[WORDS];
	FILE *file[2] = {tmpfile(), tmpfile()};
	int kept[2], n, status;
	va_list list;

	va_start(list, format);
	vsnprintf(line, sizeof(line), format, list);
	va_end(list);
	n = split(line, argv);
	fflush(NULL);
	for (int i = 0; i < 2; i++) {
		assert_non_null(file[i]);
		kept[i] = dup(i + 1);
		assert_true(kept[i] >= 0 && dup2(fileno(file[i]), i + 1) >= 0);
	}
	status = command(n, argv);
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

static size_t listen_to(struct process *p)
{
	ssize_t k = read(p->output, p->text + p->n, sizeof(p->text) - 1 - p->n);

	assert_true(k >= 0);
	p->n += (size_t)k;
	p->text[p->n] = '\0';
	return (size_t)k;
}

void process_begin(struct process *p, int (*command)(int argc, char **argv), const char *format, ...)
{
	char line[LINE], *argv[WORDS];
	int pipes[2], n;
	va_list list;

	va_start(list, format);
	vsnprintf(line, sizeof(line), format, list);
	va_end(list);
	n = split(line, argv);
	assert_int_equal(pipe(pipes), 0);
	fflush(NULL);
	*p = (struct process){.pid = fork(), .output = pipes[0]};
	assert_true(p->pid >= 0);
	if (p->pid == 0) {
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		dup2(pipes[1], STDOUT_FILENO);
		close(pipes[0]);
		close(pipes[1]);
		n = command(n, argv);
		fflush(stdout);
		_exit(n);
	}
	close(pipes[1]);
	while (!strchr(p->text, '\n'))
		assert_true(listen_to(p) > 0);
}

int process_number(const struct process *p, const char *mark)
{
	assert_contains(p->text, mark);
	return atoi(strstr(p->text, mark) + strlen(mark));
}

void process_end(struct process *p, int number)
{
	int status;

	if (number)
		assert_int_equal(kill(p->pid, number), 0);
	while (listen_to(p) > 0)
		;
	assert_int_equal(waitpid(p->pid, &status, 0), p->pid);
	assert_true(WIFEXITED(status));
	assert_int_equal(WEXITSTATUS(status), 0);
	close(p->output);
}

void file_write(const char *path, const char *text)
{
	FILE *f = fopen(path, "w");

	assert_non_null(f);
	fputs(text, f);
	fclose(f);
}

const char *file_text(const char *path)
{
	static char text[65536];
	FILE *f = fopen(path, "r");

	assert_non_null(f);
	read_back(f, text, sizeof(text));
	return text;
}
