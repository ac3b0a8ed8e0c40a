/* tandem export: a record as files of text. */
#pragma once

/* argv[0] is the program's name. Status of the program. */
int cmd_export(int argc, char **argv);
