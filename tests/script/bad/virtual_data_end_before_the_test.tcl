# stderr: expControl 1: the rig failed at t = 0\.2[0-9]*: the data end before the test
# stderr: all rigs were brought to rest
# file rig.out: (?m)^0\.2 
model basic -ndm 1 -ndf 1
node 1 0
fix 1 1
node 2 0 -mass 1
set f [open data.txt w]
puts $f "0 0 0.2 1"
close $f
expSpecimen Replay 1 data.txt
expControl VirtualRig 1 -rate 100 -channel 1
expSetup OneActuator 1 -control 1 1 -sizeTrialOut 1 1
expSite LocalSite 1 1
expElement twoNodeLink 1 1 2 -dir 1 -site 1 -initStif 100
timeSeries Constant 1
pattern Plain 1 1 {load 2 1.0}
expRecorder Control -file rig.out -control 1 tickSig
constraints Plain
numberer Plain
system BandGeneral
algorithm Linear
integrator NewmarkExplicit 0.5
analysis Transient
analyze 100 0.01
