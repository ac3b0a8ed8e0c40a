# stdout: ^first 10, last 12\.000000, 21 rows$
# A linear specimen of 12 behind an initial stiffness of 10: the secant of Broyden finds it in one increment.
model BasicBuilder -ndm 1 -ndf 1
node 1 0.0
node 2 10.0
fix 1 1
mass 2 0.05
uniaxialMaterial Elastic 1 12.0
expControl SimUniaxialMaterials 1 1
expSetup OneActuator 1 -control 1 1 -sizeTrialOut 1 1
expSite LocalSite 1 1
expTangentStiff Broyden 3
expElement truss 1 1 2 -site 1 -initStif 10.0 -tangStif 3
expRecorder TangentStiff -file stif.out -precision 12 -tangStif 3 stif
timeSeries Trig 1 0.0 10.0 0.8 -factor 80.0
pattern UniformExcitation 1 1 -accel 1
constraints Plain
numberer Plain
system BandGeneral
test FixedNumIter 5
algorithm Newton
integrator NewmarkHSFixedNumIter 0.5 0.25
analysis Transient
analyze 20 0.01
wipeExp
set f [open stif.out]
set rows [split [string trim [read $f]] \n]
puts [format "first %g, last %.6f, %d rows" [lindex $rows 0] [lindex $rows end] [llength $rows]]
