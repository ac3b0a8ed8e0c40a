/* tandem serve: runs of a folder in a browser (web/web.h). Returns the program's status. */
#pragma once

int cmd_serve(int argc, char **argv);
