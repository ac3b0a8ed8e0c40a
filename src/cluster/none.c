/* In the place of rank_mpi.c in a program that was built without MPI. */
#include "cluster/rank.h"

#include "cluster/cluster.h"

const char *cluster_missing(void)
{
	return "built without MPI: `make deps MPI=1` brings libopenmpi-dev, libmumps-dev and libscalapack-openmpi-dev, `make MPI=1` build/tandem-mpi";
}

int rank_serve(int pipe, pid_t program)
{
	(void)pipe;
	(void)program;
	return 1;
}
