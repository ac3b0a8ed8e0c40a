# stderr: expControl 1 has no command loop against the clock; tandem run --realtime
model basic -ndm 1 -ndf 1
uniaxialMaterial Elastic 1 1
expSpecimen Material 1 1
expCommand Lagrange 1 3
expController 1 1
expControl VirtualRig 1 -rate 100 -controller 1 -channel 1
if {[dict get [expTiming 1] ticks] != 0} { error "it has ticked" }
expTiming 1 -histogram wake
