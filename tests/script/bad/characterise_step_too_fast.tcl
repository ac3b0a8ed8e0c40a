# stderr: characterise_step_too_fast.tcl:7: expCharacterise 1: the step is too fast: 1000 a second \(allowed: at most 50\); nothing has moved; -rise of 0\.02 s or more
model basic -ndm 1 -ndf 1
uniaxialMaterial Elastic 1 10.0
expSpecimen Material 1 1
expActuator FirstOrder 1 0.01
expControl VirtualRig 1 -rate 1000 -channel 1 -actuator 1
expCharacterise 1 -step -amplitude 1 -seconds 2 -velocity 50
