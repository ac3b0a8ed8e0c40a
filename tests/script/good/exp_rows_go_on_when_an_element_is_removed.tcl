# stdout: ^7 rows, the last at 0\.06$
# The first site that has an element makes the rows: from the fourth step on it is the second one.
model BasicBuilder -ndm 1 -ndf 1
node 1 0.0; node 2 10.0; node 3 20.0
fix 1 1
mass 2 0.05; mass 3 0.05
uniaxialMaterial Elastic 1 12.0
foreach i {1 2} {
expSpecimen Material $i 1
expControl VirtualRig $i -rate 1000 -channel $i
expSetup OneActuator $i -control $i 1 -sizeTrialOut 1 1
expSite LocalSite $i $i
}
expElement truss 1 1 2 -site 1 -initStif 12.0
expElement truss 2 2 3 -site 2 -initStif 12.0
expRecorder Site -file s.out -time -site 2 outForce
timeSeries Trig 1 0.0 10.0 0.8 -factor 80.0
pattern UniformExcitation 1 1 -accel 1
constraints Plain; numberer Plain; system BandGeneral; test FixedNumIter 1; algorithm Linear; integrator NewmarkExplicit 0.5; analysis Transient
analyze 3 0.01
remove element 1
element truss 7 1 2 1.0 1
analyze 3 0.01
set f [open s.out]
set rows [split [string trim [read $f]] \n]
puts "[llength $rows] rows, the last at [lindex $rows end 0]"
