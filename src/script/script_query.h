/* Commands about elements that script_query_element.c gives to the table in script_query.c. */
#pragma once

#include "script/script.h"

/* Each runs one command; its words stand behind the name. */
int script_run_ele_force(struct script *s, struct args *a, struct err *e);
int script_run_ele_response(struct script *s, struct args *a, struct err *e);
int script_run_basic_force(struct script *s, struct args *a, struct err *e);
int script_run_basic_deformation(struct script *s, struct args *a, struct err *e);
int script_run_local_force(struct script *s, struct args *a, struct err *e);
int script_run_ele_nodes(struct script *s, struct args *a, struct err *e);
int script_run_ele_type(struct script *s, struct args *a, struct err *e);

extern const struct script_command script_query_commands[];
