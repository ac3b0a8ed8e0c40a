#!/bin/sh
# facility.sh PROGRAM RANKS [words]: starts the numerical facility on so many ranks of MPI; its script starts the experimental one. PROGRAM: a tandem that was
# built with MPI (build/tandem-mpi). Words: those of facility.tcl.
set -e
here=$(cd "$(dirname "$0")" && pwd)
program=$1 ranks=$2
shift 2
case $program in */*) program=$(cd "$(dirname "$program")" && pwd)/$(basename "$program") ;; esac
# as root, which is how a container runs, Open MPI wants to be told twice
if [ "$(id -u)" = 0 ]; then export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1; fi
exec mpirun --oversubscribe -np "$ranks" "$program" run "$here/facility.tcl" "$@"
