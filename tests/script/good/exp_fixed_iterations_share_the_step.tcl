# stdout: ^40 ticks, the last at 0\.04 s$
# stdout: ^0 bends$
# Ten ticks a step, whatever the number of iterations.
model BasicBuilder -ndm 1 -ndf 1
node 1 0.0
node 2 10.0
fix 1 1
mass 2 0.05
uniaxialMaterial Elastic 1 12.0
expSpecimen Material 1 1
expSensor Transducer 1 
expControl VirtualRig 1 -rate 1000 -channel 1 -forceSensor 1
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
integrator NewmarkHSFixedNumIter 0.5 0.25 -polyOrder 1
analysis Transient
analyze 4 0.01
set f [open ticks.out]
set rows [split [string trim [read $f]] \n]
puts "[llength $rows] ticks, the last at [lindex $rows end 0] s"
# five commands a step, two ticks each, and each goes straight on: no second difference within the two ticks of one
set bends 0
for {set i 30} {$i < 40} {incr i 2} {
	set d [expr {[lindex $rows [expr {$i + 1}] 1] - 2*[lindex $rows $i 1] + [lindex $rows [expr {$i - 1}] 1]}]
	if {abs($d) > 1e-7} {incr bends}
}
puts "$bends bends"
