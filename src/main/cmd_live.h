/* tandem live RUN ...: how a run is, rows as they come, requests to it; from a terminal (live/live_read.h, docs/live.md). */
#pragma once

/* argv[0] is the program's name. Status: 0, 1 (it failed, or the run refuses: one line says why), 2 (the words are wrong). */
int cmd_live(int argc, char **argv);
