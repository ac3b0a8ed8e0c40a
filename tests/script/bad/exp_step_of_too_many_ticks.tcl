# stderr: exp_step_of_too_many_ticks.tcl:18: expControl 1: the rig failed at t = 2000: one command takes 2e\+09 ticks, and 100000000 are the most; shorter steps, or a smaller -rate or -scale; all rigs
# silent: goes on
model BasicBuilder -ndm 1 -ndf 1
node 1 0.0; node 2 10.0
fix 1 1
mass 2 5e6
uniaxialMaterial Elastic 1 12.0
expSpecimen Material 1 1
expControl VirtualRig 1 -rate 1e6 -channel 1
expSetup OneActuator 1 -control 1 1 -sizeTrialOut 1 1
expSite LocalSite 1 1
expElement truss 1 1 2 -site 1 -initStif 12.0
timeSeries Constant 1
pattern Plain 1 1 { load 2 1.0 }
constraints Plain; numberer Plain; system BandGeneral; test FixedNumIter 1; algorithm Linear
integrator NewmarkExplicit 0.5
analysis Transient
analyze 60 1000.0
puts "goes on"
