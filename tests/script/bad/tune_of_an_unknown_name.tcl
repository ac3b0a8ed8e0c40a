# stderr: tune_of_an_unknown_name.tcl:6: expTune 1: the channel has no number of this name that could be tuned: lead \(allowed: kp, ki, -strokeMin, -strokeMax, -velocity\)
model basic -ndm 1 -ndf 1; node 1 0; fix 1 1; node 2 0 -mass 0.25; uniaxialMaterial Elastic 1 10
expSpecimen Material 1 1; expCommand Continuous 1; expController 1 1; expLimits 1 -stroke -1 1 -velocity 200 -onTrip hold; expCompensator PI 1 2 95
expControl VirtualRig 1 -rate 1000 -controller 1 -channel 1 -limits 1 -compensator 1; expSetup OneActuator 1 -control 1 1 -sizeTrialOut 1 1; expSite LocalSite 1 1
expElement twoNodeLink 1 1 2 -dir 1 -site 1 -initStif 10; monitor Tracking 1 -control 1 -window 0.1 -on rms1 -warn 0.1 -stop 0.5
expTune 1 1 lead 0.1
