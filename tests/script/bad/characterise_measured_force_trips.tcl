# stderr: characterise_measured_force_trips.tcl:8: expControl 1: Force, component 1 .*the measured value is outside its limits: -?5\.\d+ \(allowed: -5 to 5\); all rigs were brought to rest
model basic -ndm 1 -ndf 1
uniaxialMaterial Elastic 1 10.0
expSpecimen Material 1 1
expActuator FirstOrder 1 0.01
expControlPoint 1 1 force -lim -5 5
expControl VirtualRig 1 -rate 1000 -channel 1 -actuator 1 -outCP 1
expCharacterise 1 -sweep 1 20 -amplitude 1 -seconds 20
