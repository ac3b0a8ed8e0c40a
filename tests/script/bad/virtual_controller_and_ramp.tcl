# stderr: virtual_controller_and_ramp.tcl:7: expControl VirtualRig 1: -controller does not go with -ramp; it ticks
model basic -ndm 1 -ndf 1
uniaxialMaterial Elastic 1 10.0
expSpecimen Material 1 1
expCommand Lagrange 1 3
expController 1 1
expControl VirtualRig 1 -rate 100 -ramp 0.5 -controller 1 -channel 1
