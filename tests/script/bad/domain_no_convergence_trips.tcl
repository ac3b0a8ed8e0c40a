# stderr: domain_no_convergence_trips.tcl:31: expControl 1: the rig failed at t = 0\.4: no convergence
# stderr: all rigs were brought to rest; the data up to here are on disk
# file motion.out: ^0\.3 0\.0376923$
# silent: not reached
# Two iterations are enough until the spring inside yields.
expModel 1 {
    model basic -ndm 1 -ndf 1
    node 1 0; node 2 0; node 3 0
    fix 1 1
    uniaxialMaterial Elastic 1 30.0
    uniaxialMaterial Steel01 2 1.0 100.0 0.1
    element zeroLength 1 1 2 -mat 1 -dir 1
    element zeroLength 2 2 3 -mat 2 -dir 1
}
expControlPoint 1 -node 3 1 disp
expControlPoint 2 -node 3 1 disp 1 force
expControl SimDomain 1 -model 1 -trialCP 1 -outCP 2 -iter 2
expSetup OneActuator 1 -control 1 1 -sizeTrialOut 1 1
expSite LocalSite 1 1
model basic -ndm 1 -ndf 1
node 1 0; node 2 0
fix 1 1
mass 2 1.0
expElement generic 1 -node 2 -dof 1 -site 1 -initStif 23.0769230769
timeSeries Linear 1
pattern Plain 1 1 { load 2 10.0 }
recorder Node -file motion.out -time -node 2 -dof 1 disp
constraints Plain; numberer Plain; system BandGeneral; algorithm Linear
integrator NewmarkExplicit 0.5
analysis Transient
analyze 200 0.1
puts "not reached"
