# Validation case 1 of the CU-Boulder Fast Hybrid Test desktop platform, the script of its appendix (../cantilever.tcl), which case1.c and case1.cpp say by
# calls. case1.out: time and displacements of the top after every step.
set duration 0
source [file join [file dirname [info script]] .. cantilever.tcl]
recorder Node -file case1.out -precision 17 -time -node 2 -dof 1 2 3 disp
analyze 10000 0.001
