# Validation case 1 of the CU-Boulder Fast Hybrid Test desktop platform (report CU-NEES-06-3, appendix 8.1), as printed
# there with its line breaks restored: a single column, three freedoms, a sinusoidal force on its top.
# The old form "integrator Newmark gamma beta alphaM betaK betaKinit betaKcomm" sets Rayleigh damping too.
# Run it alone and it analyses ten seconds; source it with the variable `duration` set to 0 to only build the model.

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

#               time start stop  period
set SineTimeSeries "Sine 0.0  50.0  3.14159"
set XAmp 1
set YAmp 0
set ZAmp 0

#Apply sine varying force at node 2
pattern Plain 1 $SineTimeSeries {;
    load 2 $XAmp $YAmp $ZAmp;
}

recorder Node -file case1node2disp.out -time -node 2 -dof 1 2 3 disp
recorder Node -file case1node1acc.out -time -node 2 -dof 1 2 3 accel

if {![info exists duration]} { set duration 10.0 }
analyze [expr {int($duration/0.001+0.5)}] 0.001
puts [format "top displacement after %g s: %.9e" [getTime] [nodeDisp 2 1]]
