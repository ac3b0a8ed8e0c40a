/* Every fault point under a script of this folder. */
#pragma once

/* Runs the script over and over, each call of each fault point failing in turn. program: argv[0]. The status for main. */
int torture(const char *program, const char *script);
