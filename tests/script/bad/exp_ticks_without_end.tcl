# stderr: exp_ticks_without_end.tcl:7: expControl VirtualRig 1: the time of one command, -ramp and -hold or -iteration, is too long: 1e\+09 s \(allowed: at most 100000 s at this rate\)
# stderr: command: expControl VirtualRig 1 -rate 1000 -iteration 1e9 -channel 1
# stdout: -rate is out of range: 1e308 \(allowed: > 0 and <= 1000000\)
model basic -ndm 1 -ndf 1
uniaxialMaterial Elastic 1 12.0; expSpecimen Material 1 1
catch {expControl VirtualRig 1 -rate 1e308 -channel 1} said; puts $said
expControl VirtualRig 1 -rate 1000 -iteration 1e9 -channel 1
