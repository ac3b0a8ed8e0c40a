# stderr: compensator_without_rate.tcl:7.*expControl VirtualRig 1.*expCompensator 3 \(Inverse\) works at ticks
# stderr: give the rig -rate
model basic -ndm 1 -ndf 1
uniaxialMaterial Elastic 1 10.0
expSpecimen Material 1 1
expCompensator Inverse 3 0.01
expControl VirtualRig 1 -channel 1 -compensator 3
