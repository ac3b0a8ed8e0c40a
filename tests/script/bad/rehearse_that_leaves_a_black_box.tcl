# command: rehearse
# status: 1
# stdout: ^boxes: a test's$
# stderr: way to rest are in rehearsal/blackbox_control1_1\.csv
# stderr: way to rest are in rehearsal/blackbox_control1_2\.csv
# file rehearsal/blackbox_control1_2.csv: ^# expControl 1: channel 1: measured force
# file blackbox_control1_1.csv: ^a test's$
# Those that lie beside the results are of tests: there is one already, and it is the only one afterwards.
exec echo "a test's" > blackbox_control1_1.csv
model basic -ndm 1 -ndf 1
node 1 0
node 2 0 -mass 1
fix 1 1
uniaxialMaterial Elastic 1 10
expSpecimen Material 1 1
expCommand Continuous 1
expController 1 1
expLimits 1 -stroke -1 1 -velocity 2 -force -0.65 0.65 -following 1 -watchdog 1 -onTrip ramp -tripVelocity 1
expControl VirtualRig 1 -rate 1000 -controller 1 -channel 1 -limits 1
expSetup OneActuator 1 -control 1 1 -sizeTrialOut 1 1
expSite LocalSite 1 1
expElement twoNodeLink 1 1 2 -dir 1 -site 1 -initStif 10
timeSeries Linear 1
pattern Plain 1 1 {load 2 100}
constraints Plain
numberer Plain
system BandGeneral
algorithm Linear
integrator NewmarkExplicit 0.5
analysis Transient
catch {analyze 100 0.01}
expTrip -acknowledge
catch {analyze 100 0.01}
foreach box [glob blackbox*] { puts -nonewline "boxes: [exec cat $box]" }
puts ""
