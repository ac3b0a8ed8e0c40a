# stderr: expLimits 1 without -controller; limits at every tick are the controller\'s
model basic -ndm 1 -ndf 1
uniaxialMaterial Elastic 1 1
expSpecimen Material 1 1
expLimits 1 -stroke -5 5 -velocity 60 -force -20 20 -following 1 -watchdog 2
expControl VirtualRig 1 -rate 100 -channel 1 -limits 1
