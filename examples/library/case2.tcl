# Validation case 2 of the CU-Boulder Fast Hybrid Test desktop platform (report CU-NEES-06-3, appendix 8.2): a bay of beams with a bracing truss, a
# sinusoidal force on a corner; the script that case2.c and case2.cpp say by calls. case2.out: time and displacements of nodes 2 and 3 after every step.
model BasicBuilder -ndm 2 -ndf 3
node 1 0 0
node 2 0 156.0
node 3 360 156
node 4 360 0
fix 1 1 1 1
fix 4 1 1 1
geomTransf Linear 1
uniaxialMaterial Elastic 1001 29000 0.0
element elasticBeamColumn 1 1 2 75.6 29000 3400 1
element elasticBeamColumn 2 2 3 34.7 29000 5900 1
element elasticBeamColumn 3 3 4 75.6 29000 3400 1
element truss 4 1 3 10 1001
mass 2 0.1 0.1 0.1
mass 3 0.1 0.1 0.1

system UmfPack
constraints Plain
algorithm Linear
numberer RCM
integrator Newmark 0.5 0.25 0.5 0.0 0.0 0.0
analysis Transient

pattern Plain 1 "Sine 0.0 50.0 3.14159" { load 2 1 0 0 }
recorder Node -file case2.out -precision 17 -time -node 2 3 -dof 1 2 3 disp
analyze 10000 0.001
