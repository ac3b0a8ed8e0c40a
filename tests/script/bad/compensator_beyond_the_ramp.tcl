# stderr: compensator_beyond_the_ramp.tcl:6.*expControl VirtualRig 1.*expCompensator 3 \(Advance\) sends what comes 0.05 s later, 1 of a step; at most 0.8: longer steps or a larger
model basic -ndm 1 -ndf 1
uniaxialMaterial Elastic 1 10.0
expSpecimen Material 1 1
expCommand Hermite 2; expCompensator Advance 3 0.05
expControl VirtualRig 1 -rate 1000 -ramp 0.05 -command 2 -channel 1 -compensator 3
