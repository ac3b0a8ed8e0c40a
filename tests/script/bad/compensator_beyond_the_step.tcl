# stderr: compensator_beyond_the_step.tcl:26: expControl 1: the rig failed at t = 0\.02: expCompensator 3 \(Advance\) sends what comes 0\.081 s later, 0\.81 of a step; at most 0\.8
# stderr: longer steps or a larger -scale
# silent: goes on
model basic -ndm 1 -ndf 1
node 1 0.0
fix 1 1
node 2 0.0 -mass 0.1
uniaxialMaterial Elastic 1 10.0
expSpecimen Material 1 1
expCommand Lagrange 1 3
expController 1 1
expCompensator Advance 3 0.081
expControl VirtualRig 1 -rate 1000 -scale 10 -controller 1 -channel 1 -compensator 3
expSetup OneActuator 1 -control 1 1 -sizeTrialOut 1 1
expSite LocalSite 1 1
expElement twoNodeLink 1 1 2 -dir 1 -site 1 -initStif 10.0
timeSeries Trig 1 0.0 10.0 0.5
pattern Plain 1 1 {load 2 1.0}
constraints Plain
numberer Plain
system Diagonal
algorithm Linear
integrator NewmarkExplicit 0.5
analysis Transient
expRecorder Control -file rig.out -control 1 tickSig
analyze 5 0.01
puts "goes on"
