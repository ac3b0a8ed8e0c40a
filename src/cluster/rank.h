/* A rank's side (rank_mpi.c, or none.c in a program without MPI): serves until the program is gone. */
#pragma once

#include <sys/types.h>

/* pipe: where rank 0 reads the port and the secret of the program, written by cluster.c; -1 in other ranks. program: the process that rank 0 has forked, whose
 * status it hands on; 0: none. Returns the status to end with. */
int rank_serve(int pipe, pid_t program);

/* What the program tells rank 0, and it the others, through MPI. port 0: the program has ended. */
struct rank_place {
	unsigned long long secret[2];
	int port, reserved;
	char host[64];
};
