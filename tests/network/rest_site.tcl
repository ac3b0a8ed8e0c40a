# One actuator of two directions; its load cell reads 0.4 at rest.
uniaxialMaterial Steel01 1 2.0 8.0 0.1
expSpecimen Material 1 1
expSensor Transducer 1 -offset 0.4
expControl VirtualRig 1 -rate 1000 -channel 1 -forceSensor 1
expSetup OneActuator 1 -control 1 1 -sizeTrialOut 2 2
expSite LocalSite 1 1
