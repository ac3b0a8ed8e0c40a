/* tandem report, compare, calibrate: after the test. Status 0, 1 (failed, said why) or 2 (wrong words). */
#pragma once

/* argv[0] is the subcommand. */
int cmd_report(int argc, char **argv);
int cmd_compare(int argc, char **argv);
int cmd_calibrate(int argc, char **argv);
