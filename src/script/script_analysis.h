/* What the files of the analysis commands share. */
#pragma once

#include "script/script.h"

/* Commands that script_analysis_run.c, script_eigen.c, script_modal_report.c and script_analysis_look.c give to the table in
 * script_analysis.c. */
int script_run_analyze(struct script *s, struct args *a, struct err *e);
int script_run_eigen(struct script *s, struct args *a, struct err *e);
int script_run_modal_properties(struct script *s, struct args *a, struct err *e);
int script_run_test_iter(struct script *s, struct args *a, struct err *e);
int script_run_test_norm(struct script *s, struct args *a, struct err *e);
int script_run_test_norms(struct script *s, struct args *a, struct err *e);
int script_run_num_iter(struct script *s, struct args *a, struct err *e);
int script_run_system_size(struct script *s, struct args *a, struct err *e);
int script_run_reset(struct script *s, struct args *a, struct err *e);
int script_run_wipe_analysis(struct script *s, struct args *a, struct err *e);
int script_run_print_a(struct script *s, struct args *a, struct err *e);
int script_run_print_b(struct script *s, struct args *a, struct err *e);

/* Replaces one part of the analysis by words: {"integrator", "Newmark", "0.5", "0.25"}. For the parts a script did not give. */
int script_analysis_part(struct script *s, int n, const char *const *word, struct err *e) MUST_CHECK;

/* Writes a text to a file of its own; object is for the message. Clears the interpreter's result. */
int script_write_text(struct script *s, const char *path, Tcl_Obj *text, const char *object, struct err *e) MUST_CHECK;

extern const struct script_command script_analysis_commands[];
