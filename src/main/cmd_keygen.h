/* The words "site keygen": a small authority in a folder, and keys and certificates for sites and coordinators. */
#pragma once

/* argv[0] is the program's name, then come the words after "keygen": FOLDER NAME... <-days n>. The authority is made when the folder has none. Prints each
 * certificate's files and pin, never a key. Returns the program's status: 0; 1 for bad input or files, with a message on standard error. */
int cmd_keygen(int argc, char **argv);
