# A specimen that is pushed against the clock: a drive in a process of its own, its link, its rows, and its end.
model basic -ndm 1 -ndf 1
node 1 0.0
node 2 0.0
fix 1 1
uniaxialMaterial Elastic 1 10.0
expSpecimen Material 1 1
expCommand Continuous 1
expController 1 1
expCompensator Lead 1 0.01 0.002
expLimits 1 -stroke -1 1 -velocity 200 -force -100 100
expControl VirtualRig 1 -rate 1000 -buffer 16 -controller 1 -channel 1 -compensator 1 -limits 1
expSetup OneActuator 1 -control 1 1 -sizeTrialOut 1 1
expSite LocalSite 1 1
expElement twoNodeLink 1 1 2 -dir 1 -site 1 -initStif 10.0
timeSeries Linear 1
pattern Plain 1 1 {load 2 0.1}
constraints Plain
numberer Plain
system BandGeneral
algorithm Linear
integrator LoadControl 0.004
analysis Static
if {[analyze 2] != 0} { error "the test against the clock failed" {} {TANDEM CONVERGE} }
expTiming 1
