/* For tests that run scripts in the program's own interpreter: one interpreter a case, in a temporary folder. */
#pragma once

#include "script/script.h"

struct stage {
	struct script script;
	char folder[64];     /* temporary, removed by stage_end */
	char home[1024];     /* where the test was started: the project */
};

/* A fresh interpreter; the working folder becomes a new temporary one. Variable `project` names the project's folder. */
void stage_begin(struct stage *s);
void stage_end(struct stage *s);
/* Evaluates; fails the test with Tcl's message when the script does. */
void stage_eval(struct stage *s, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* The value of an expression or command as a number. */
double stage_real(struct stage *s, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* The examples of a row, parted by '|', one after the other; false past the last. */
bool stage_example(const char *examples, int which, char *ret_words, size_t size);
/* The first implicit integrator of integrator_table at or after `row` that solves for a whole step at any dt, with the words of its example; -1: none. */
int stage_implicit(int row, char *ret_words, size_t size);
/* |got - want| <= tolerance * |want|, else the test fails and shows the three. The number is evidence under the name `what` (evidence.h). */
void expect_close(double got, double want, double relative, const char *what);
