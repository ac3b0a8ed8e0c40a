# stdout: ^219 ticks, the last at 0\.219 s$
# The last command of a step is that of the point alphaF: from there to the end of the step takes one tick, and the next step has its ten (20 x 10 + 19).
model BasicBuilder -ndm 1 -ndf 1
node 1 0.0
node 2 10.0
fix 1 1
mass 2 0.05
uniaxialMaterial Elastic 1 12.0
expSpecimen Material 1 1
expControl VirtualRig 1 -rate 1000 -channel 1
expSetup OneActuator 1 -control 1 1 -sizeTrialOut 1 1
expSite LocalSite 1 1
expElement truss 1 1 2 -site 1 -initStif 12.0
expRecorder Control -file ticks.out -control 1 tickSig
timeSeries Trig 1 0.0 10.0 0.8 -factor 80.0
pattern UniformExcitation 1 1 -accel 1
constraints Plain
numberer Plain
system BandGeneral
test FixedNumIter 5
algorithm Newton
integrator HHTHSFixedNumIter 0.8
analysis Transient
analyze 20 0.01
set f [open ticks.out]
set rows [split [string trim [read $f]] \n]
puts "[llength $rows] ticks, the last at [lindex $rows end 0] s"
