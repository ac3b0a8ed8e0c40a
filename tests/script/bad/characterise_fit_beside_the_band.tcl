# stderr: characterise_fit_beside_the_band.tcl:7: expCharacterise 1: -fit is not a band within that of the sweep: 30 to 40 Hz \(allowed: 1 to 20 Hz\)
model basic -ndm 1 -ndf 1
uniaxialMaterial Elastic 1 10.0
expSpecimen Material 1 1
expActuator FirstOrder 1 0.01
expControl VirtualRig 1 -rate 1000 -channel 1 -actuator 1
expCharacterise 1 -sweep 1 20 -fit 30 40 -amplitude 1 -seconds 20
