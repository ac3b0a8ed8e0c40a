# stderr: characterise_step_of_nothing.tcl:8: step: what is measured does not follow the command: 0 of it
model basic -ndm 1 -ndf 1
uniaxialMaterial Elastic 1 10.0
expSpecimen Material 1 1
expActuator FirstOrder 1 0.01
expSensor Transducer 1 -gain 0
expControl VirtualRig 1 -rate 1000 -channel 1 -actuator 1 -dispSensor 1
expCharacterise 1 -step -amplitude 1 -seconds 2
