# Validation case 1 of the CU-Boulder Fast Hybrid Test desktop platform (report CU-NEES-06-3, appendix 8.1): a column with a sinusoidal force on its top,
# the script that case1.c and case1.cpp say by calls. case1.out: time and displacements of the top after every step.
model BasicBuilder -ndm 2 -ndf 3
node 1 0 0
node 2 0 156.0
fix 1 1 1 1
geomTransf PDelta 1
element elasticBeamColumn 1 1 2 75.6 29000 3400 1
mass 2 0.1 0.1 0.1

system UmfPack
constraints Plain
algorithm Linear
numberer RCM
integrator Newmark 0.5 0.25 0.4503 0.0 0.0023 0.0
analysis Transient

pattern Plain 1 "Sine 0.0 50.0 3.14159" { load 2 1 0 0 }
recorder Node -file case1.out -precision 17 -time -node 2 -dof 1 2 3 disp
analyze 10000 0.001
