/* tandem new: a folder with a first test. */
#pragma once

/* argv[0] is the program's name. Status of the program. */
int cmd_new(int argc, char **argv);
