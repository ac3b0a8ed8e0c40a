# stdout: ^before: $
# stdout: ^failed: 1$
# stdout: ^cause: expControl 1: .*channel 1: measured force 0\.6\d*, allowed -0\.65 to 0\.65, at tick \d+
# stdout: ^acknowledged: expControl 1: .*measured force
# stdout: ^after: $
# stdout: ^on: 0 0\.0600 0\.0630 0\.6300$
# stdout: ^boxes: blackbox_control1_1.csv$
# stderr: way to rest are in blackbox_control1_1\.csv
# file blackbox_control1_1.csv: ^# expControl 1: channel 1: measured force
# A stiffness of 10 is pushed by 0.1 a step: on the way to the seventh its limits stop it at 0.65 and bring it back to 0. Three shorter steps of 10 ticks go on
# from the six that are there; the first of them has 0.061 to go, and takes the time for it.
model basic -ndm 1 -ndf 1
node 1 0
node 2 0
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
pattern Plain 1 1 {load 2 1}
constraints Plain
numberer Plain
system BandGeneral
algorithm Linear
integrator LoadControl 0.1
analysis Static
puts "before: [expTrip]"
puts "failed: [catch {analyze 10}]"
puts "cause: [expTrip]"
set at [nodeDisp 2 1]
puts "acknowledged: [expTrip -acknowledge]"
puts "after: [expTrip]"
integrator LoadControl 0.01
set code [analyze 3]
puts [format "on: %d %.4f %.4f %.4f" $code $at [nodeDisp 2 1] [lindex [eleResponse 1 force] end]]
puts "boxes: [glob *.csv]"
