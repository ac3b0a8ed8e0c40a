# stderr: expCharacterise 1: highest frequency is out of range: 0\.1 \(allowed: > 10\)
# silent: -fit
model basic -ndm 1 -ndf 1
uniaxialMaterial Elastic 1 10.0
expSpecimen Material 1 1
expActuator FirstOrder 1 0.01
expControl VirtualRig 1 -rate 1024 -channel 1 -actuator 1
expCharacterise 1 -sweep 10 0.1 -amplitude 0.05 -seconds 60 -dt 0.4
