/* In the place of rank_mpi.c in a program that was built without MPI. */
#include "cluster/rank.h"

#include "cluster/cluster.h"

const char *cluster_missing(void)
{
	return "this program was built without MPI; `make deps MPI=1` installs the packages libopenmpi-dev, libmumps-dev and libscalapack-openmpi-dev, "
	       "`make MPI=1` builds build/tandem-mpi with them";
}

int rank_serve(int pipe, pid_t program)
{
	(void)pipe;
	(void)program;
	return 1;
}
