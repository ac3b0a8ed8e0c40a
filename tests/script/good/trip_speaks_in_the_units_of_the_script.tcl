# stdout: ^tripped: .*channel 1: measured force 3\d\.\d+ kN, allowed -30 to 30 kN, at tick \d+
# stdout: ^tripped: .*channel 1: command 0\.3\d* mm, allowed -0\.3 to 0\.3 mm, at tick \d+
# stdout: ^box: 1$
# The specimen would need 40 kN; then, after wipe, the stroke is too short. What the black box says is what the program says.
proc run {limits} {
	wipe
	wipeExp
	defaultUnits -force kN -length mm -time sec -temp C
	model basic -ndm 1 -ndf 1
	node 1 0.0
	fix 1 1
	node 2 0.0 -mass 0.1
	uniaxialMaterial Elastic 1 100.0
	expSpecimen Material 1 1
	expCommand Continuous 1 3
	expController 1 1
	expLimits 1 {*}$limits -velocity 500 -following 1 -watchdog 0.1 -onTrip hold
	expControl VirtualRig 1 -rate 1000 -controller 1 -channel 1 -limits 1
	expSetup OneActuator 1 -control 1 1 -sizeTrialOut 1 1
	expSite LocalSite 1 1
	expElement twoNodeLink 1 1 2 -dir 1 -site 1 -initStif 100.0
	timeSeries Trig 1 0.0 10.0 0.5
	pattern Plain 1 1 {load 2 60.0}
	constraints Plain
	numberer Plain
	system Diagonal
	algorithm Linear
	integrator NewmarkExplicit 0.5
	analysis Transient
	catch {analyze 100 0.01} why
	puts "tripped: $why"
}
run {-stroke -2 2 -force -30 30}
set f [open [lindex [lsort [glob blackbox_control1_*.csv]] end]]
puts "box: [regexp {30 kN} [read $f]]"
close $f
run {-stroke -0.3 0.3 -force -100 100}
wipeExp
