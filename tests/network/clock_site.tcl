# A site whose rig goes against the clock: tandem site --realtime.
model basic -ndm 1 -ndf 1
uniaxialMaterial Elastic 1 2.8
expCommand Continuous 1
expController 1 1
expLimits 1 -stroke -5 5 -velocity 1000 -force -50 50 -following 5 -watchdog 60 -onTrip hold
expSpecimen Material 1 1
expControl VirtualRig 1 -rate 1024 -controller 1 -channel 1 -limits 1
expSetup OneActuator 1 -control 1 1 -sizeTrialOut 1 1
expSite LocalSite 1 1
