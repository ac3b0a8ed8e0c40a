# Two storeys, the first a specimen behind an event-driven controller at 1024 Hz, for tandem run --realtime. Words: seconds of test.
model basic -ndm 1 -ndf 1
node 1 0
node 2 0 -mass 0.01
node 3 0 -mass 0.01
fix 1 1
uniaxialMaterial Elastic 1 2.8
uniaxialMaterial Steel02 2 3.0 2.8 0.05 18.0 0.925 0.15
element zeroLength 2 2 3 -mat 1 -dir 1
expSpecimen Material 1 2
expActuator FirstOrder 1 0.002
expCommand Continuous 1
expController 1 1
expLimits 1 -stroke -40 40 -velocity 2000 -force -30 35
expControl VirtualRig 1 -rate 1024 -controller 1 -channel 1 -actuator 1 -limits 1
expSetup OneActuator 1 -control 1 1 -sizeTrialOut 1 1
expSite LocalSite 1 1
expElement twoNodeLink 1 1 2 -dir 1 -site 1 -initStif 2.8
source [file join [file dirname [info script]] shake.tcl]
