# stdout: ^stopped: .*monitor Tracking 1: stop: rms1 \[mm\] = 0\.001, limit 0\.0005, at tick \d+
# stderr: monitor Tracking 2: warn: rms1 = 0\.001 mm at t = \S+, limit 0\.0009 mm$
# silent: length
# The reading is 0.001 off by the offset of the sensor; after wipe, too, units are those of the script.
wipe
defaultUnits -force N -length mm -time sec -temp C
model basic -ndm 1 -ndf 1
node 1 0
node 2 0 -mass 0.01
fix 1 1
uniaxialMaterial Elastic 1 10
expSpecimen Material 1 1
expSensor Transducer 1 -offset 0.001
expCommand Continuous 1
expController 1 1
expLimits 1 -stroke -1 1 -velocity 200 -force -0.65 0.65 -following 1 -watchdog 1 -onTrip hold
expControl VirtualRig 1 -rate 1000 -controller 1 -channel 1 -limits 1 -dispSensor 1
expSetup OneActuator 1 -control 1 1 -sizeTrialOut 1 1
expSite LocalSite 1 1
expElement twoNodeLink 1 1 2 -dir 1 -site 1 -initStif 10
timeSeries Linear 1
pattern Plain 1 1 {load 2 1}
constraints Plain
numberer Plain
system BandGeneral
algorithm Linear
integrator CentralDifference
analysis Transient
monitor Tracking 2 -control 1 -window 0.05 -on rms1 -warn 0.0009
analyze 10 0.01
monitor Tracking 1 -control 1 -window 0.05 -on rms1 -stop 0.0005
puts "stopped: [catch {analyze 10 0.01} why] $why"
