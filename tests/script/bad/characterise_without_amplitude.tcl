# stderr: characterise_without_amplitude.tcl:8: expCharacterise 1: -amplitude is missing
# stdout: -sweep, -noise or -step is missing
model basic -ndm 1 -ndf 1
uniaxialMaterial Elastic 1 10.0
expSpecimen Material 1 1
expActuator FirstOrder 1 0.01
expControl VirtualRig 1 -rate 1000 -channel 1 -actuator 1; catch {expCharacterise 1 -amplitude 1} said; puts $said
expCharacterise 1 -step -seconds 2
