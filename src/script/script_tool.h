/* Commands of the family tool that have files of their own. */
#pragma once

#include "script/script.h"

int run_default_units(struct script *s, struct args *a, struct err *e); /* script_unit.c  */
int run_print(struct script *s, struct args *a, struct err *e);         /* script_print.c */
int run_help(struct script *s, struct args *a, struct err *e);          /* script_help.c  */
