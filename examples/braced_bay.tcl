# Validation case 2 of the CU-Boulder Fast Hybrid Test desktop platform (report CU-NEES-06-3, appendix 8.2), as printed
# there with its line breaks restored: a single bay of beams with one bracing truss, a sinusoidal force on a corner.

model BasicBuilder -ndm 2 -ndf 3

node 1 0 0
node 2 0 156.0
node 3 360 156
node 4 360 0

fix 1 1 1 1
fix 4 1 1 1

geomTransf Linear 1
set pdelta off

# fields are ID, stiffness, tangent stiffness
uniaxialMaterial Elastic 1001 29000 0.0

# fields are id, node1, node2, A, E, Izz, ?
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

# time start stop period
set SineTimeSeries "Sine 0.0 50.0 3.14159"
set XAmp 1
set YAmp 0
set ZAmp 0
#Apply sine varying force at node 2
pattern Plain 1 $SineTimeSeries {;
  load 2 $XAmp $YAmp $ZAmp;
}

recorder Node -file case2node2disp.out -time -node 2 -dof 1 2 3 disp
recorder Node -file case2node3disp.out -time -node 3 -dof 1 2 3 disp

if {![info exists duration]} { set duration 10.0 }
analyze [expr {int($duration/0.001+0.5)}] 0.001
puts [format "displacements after %g s: %.9e %.9e" [getTime] [nodeDisp 2 1] [nodeDisp 3 1]]
