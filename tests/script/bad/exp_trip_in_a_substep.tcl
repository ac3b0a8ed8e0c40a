# stderr: exp_trip_in_a_substep.tcl:[0-9]+: expControl 1: Disp, component 1 at t = 0\.2875: the command is outside its limits: -0\.30255[0-9]* \(allowed: -0\.3 to 0\.3\); all rigs were brought to rest
model basic -ndm 1 -ndf 1
node 0 0.0
fix 0 1
node 1 0.0 -mass 1.0
node 2 0.0 -mass 1.0
uniaxialMaterial Elastic 1 40.0
uniaxialMaterial Elastic 2 40.0
element twoNodeLink 9 0 1 -mat 2 -dir 1
foreach i {1 2} {
expSpecimen Material $i 1
expControlPoint 1$i 1 disp -lim -0.3 0.3
expControl VirtualRig $i -rate 1000 -channel $i -trialCP 1$i
expSetup OneActuator $i -control $i 1 -sizeTrialOut 1 1
expSite LocalSite $i $i
}
expElement twoNodeLink 1 0 1 -dir 1 -site 1 -initStif 40.0
expElement twoNodeLink 2 1 2 -dir 1 -site 2 -initStif 40.0
timeSeries Trig 1 0.0 10.0 1.0 -factor 20.0
pattern UniformExcitation 1 1 -accel 1
constraints Plain; numberer Plain; system BandGeneral; algorithm Linear
integrator Dorka -substeps 4
analysis Transient
analyze 300 0.01
