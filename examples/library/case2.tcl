# Validation case 2 of the CU-Boulder Fast Hybrid Test desktop platform, the script of its appendix (../braced_bay.tcl), which case2.c and case2.cpp say by
# calls. case2.out: time and displacements of nodes 2 and 3 after every step.
set duration 0
source [file join [file dirname [info script]] .. braced_bay.tcl]
recorder Node -file case2.out -precision 17 -time -node 2 3 -dof 1 2 3 disp
analyze 10000 0.001
