/* What the files of the experimental commands share. */
#pragma once

#include "script/script.h"

/* Commands that script_experiment_point.c and script_experiment_tool.c give to the table in script_experiment.c. */
int script_run_control_point(struct script *s, struct args *a, struct err *e);
int script_run_exp_recorder(struct script *s, struct args *a, struct err *e);
int script_run_record_exp(struct script *s, struct args *a, struct err *e);
int script_run_remove_exp(struct script *s, struct args *a, struct err *e);
int script_run_wipe_exp(struct script *s, struct args *a, struct err *e);
int script_run_size_site(struct script *s, struct args *a, struct err *e);
int script_run_exp_seed(struct script *s, struct args *a, struct err *e);
/* Of script_serve.c. */
int script_run_element_server(struct script *s, struct args *a, struct err *e);
int script_run_site_server(struct script *s, struct args *a, struct err *e);
int script_run_text_server(struct script *s, struct args *a, struct err *e);
int script_run_lab_server(struct script *s, struct args *a, struct err *e);
int script_run_lab_setup(struct script *s, struct args *a, struct err *e);
int script_run_lab_step(struct script *s, struct args *a, struct err *e);
int script_run_lab_stop(struct script *s, struct args *a, struct err *e);
/* Kinds of expControl that reach a controller through a board or a program of its maker, which this version does not: 0 when the next word is another. */
int script_refuse_kind(const struct args *a, struct err *e) MUST_CHECK;

/* Topics of the help for removeExp and expRecorder: the i-th, false behind the last. */
bool script_remove_exp_topic(int i, struct script_topic *ret);
bool script_exp_recorder_topic(int i, struct script_topic *ret);

/* One topic function a family of plug-ins: the same five members of another table. */
#define EXPERIMENT_TOPIC(family, table) \
	static bool family##_topic(int i, struct script_topic *ret) \
	{ \
		if (table[i]) \
			*ret = (struct script_topic){ .name = table[i]->name, .brief = table[i]->brief, .cite = table[i]->cite, \
			                              .example = table[i]->example, .before = "tag", .params = table[i]->params }; \
		return table[i] != NULL; \
	}

/* The table of the family. */
extern const struct script_command script_experiment_commands[];
