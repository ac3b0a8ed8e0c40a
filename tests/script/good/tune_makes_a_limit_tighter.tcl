# stdout: ^three: 0 0\.0300$
# stdout: ^tripped: 1 .*channel 1: measured force 0\.446, allowed -0\.65 to 0\.4455, at tick \d+
# stdout: ^stands: 0\.0400$
# A stiffness of 10 is pushed by 0.1 a step. Its limit is made tighter after three steps, 0.4455 instead of 0.65: the fifth step, to 0.5, trips there.
model basic -ndm 1 -ndf 1
node 1 0
node 2 0
fix 1 1
uniaxialMaterial Elastic 1 10
expSpecimen Material 1 1
expCommand Continuous 1
expController 1 1
expLimits 1 -stroke -1 1 -velocity 200 -force -0.65 0.65 -following 1 -watchdog 1 -onTrip hold
expCompensator Lead 1 0.002 0.001
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
puts "three: [analyze 3] [format %.4f [nodeDisp 2 1]]"
expTune 1 1 -forceMax 0.4455
puts "tripped: [catch {analyze 3} why] $why"
puts "stands: [format %.4f [nodeDisp 2 1]]"
