# stdout: ^before: 1 .*monitor Tracking 1: stop: rms1 \[length\] = 0\.001, limit 0\.0005, at tick \d+
# A threshold that is another one before the first step counts in the first tick: the reading is 0.001 off by the offset of the sensor, under 0.01, over 0.0005.
model basic -ndm 1 -ndf 1
node 1 0
node 2 0
fix 1 1
uniaxialMaterial Elastic 1 10
expSpecimen Material 1 1
expSensor Transducer 1 -offset 0.001
expCommand Continuous 1
expController 1 1
expLimits 1 -stroke -1 1 -velocity 200 -force -0.65 0.65 -following 1 -watchdog 1 -onTrip hold
expCompensator Lead 1 0.002 0.001
expControl VirtualRig 1 -rate 1000 -controller 1 -channel 1 -limits 1 -dispSensor 1
expSetup OneActuator 1 -control 1 1 -sizeTrialOut 1 1
expSite LocalSite 1 1
expElement twoNodeLink 1 1 2 -dir 1 -site 1 -initStif 10
timeSeries Linear 1
pattern Plain 1 1 {load 2 1}
constraints Plain
numberer Plain
system BandGeneral
mass 2 0.01
algorithm Linear
integrator CentralDifference
analysis Transient
monitor Tracking 1 -control 1 -window 0.05 -on rms1 -stop 0.01
monitor threshold 1 rms1 stop 0.0005
puts "before: [catch {analyze 10 0.01} why] $why"
