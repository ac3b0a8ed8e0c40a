# stdout: ^same 1 1$
# The signals of a control stand in the order of its control points: force before displacement, and the factor has acted on it.
model BasicBuilder -ndm 1 -ndf 1
node 1 0.0
node 2 10.0
fix 1 1
mass 2 0.05
uniaxialMaterial Elastic 1 12.0
expControlPoint 1 1 vel 1 disp -fact 2.0
expControlPoint 2 1 force -fact 0.5
expControlPoint 3 1 disp
expControl SimUniaxialMaterials 1 1 -trialCP 1 -outCP 2 3
expSetup OneActuator 1 -control 1 1 -sizeTrialOut 1 1
expSite LocalSite 1 1
expElement truss 1 1 2 -site 1 -initStif 12.0
expRecorder Control -file daq.out -precision 17 -control 1 daqSig
expRecorder Control -file ctrl.out -precision 17 -control 1 ctrlSig
expRecorder Site -file force.out -precision 17 -site 1 outForce
expRecorder Site -file disp.out -precision 17 -site 1 trialDisp
expRecorder Site -file vel.out -precision 17 -site 1 trialVel
timeSeries Trig 1 0.0 10.0 0.8 -factor 80.0
pattern UniformExcitation 1 1 -accel 1
constraints Plain
numberer Plain
system BandGeneral
test FixedNumIter 1
algorithm Linear
integrator NewmarkExplicit 0.5
analysis Transient
analyze 20 0.01
wipeExp
proc column {name i} {
	set f [open $name]
	set rows [split [string trim [read $f]] \n]
	close $f
	set column {}
	foreach row $rows { lappend column [lindex $row $i] }
	return $column
}
set daq [expr {[column daq.out 0] eq [column force.out 0]}]
set ctrl 1
foreach v [column ctrl.out 0] d [column ctrl.out 1] tv [column vel.out 0] td [column disp.out 0] m [column daq.out 1] q [column force.out 0] {
	# 12 x (2 x displacement), halved: the force is 12 times the element's displacement
	if {$v != $tv || $d != 2.0*$td || $m != $d || abs($q - 12.0*$td) > 1e-12} { set ctrl 0 }
}
puts "same $daq $ctrl"
