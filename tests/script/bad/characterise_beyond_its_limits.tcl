# stderr: characterise_beyond_its_limits.tcl:10: expControl VirtualRig 1: channel 1, tick \d+: the command is outside its limits: 1\.\d+ \(allowed: -1 to 1\); nothing has moved
# stdout: ^0 0\.0
model basic -ndm 1 -ndf 1
uniaxialMaterial Elastic 1 10.0
expSpecimen Material 1 1
expActuator FirstOrder 1 0.01
expControlPoint 1 1 disp -lim -1 1
expControl VirtualRig 1 -rate 1000 -channel 1 -actuator 1 -trialCP 1
puts "[catch {expCharacterise 1 -sweep 0.5 20 -amplitude 0.9 -seconds 10}] 0.0"
expCharacterise 1 -sweep 0.5 20 -amplitude 1.1 -seconds 10
