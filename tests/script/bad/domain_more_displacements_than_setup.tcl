# stderr: domain_more_displacements_than_setup.tcl:14: expSetup NoTransformation 1: expControl 1 has another number of commands of type Disp: 2
# stderr: 1, one an actuator
expModel 1 {
    model basic -ndm 2 -ndf 2
    node 1 0 0
    node 2 0 0
    fix 1 1 1
    uniaxialMaterial Elastic 1 10.0
    element zeroLength 1 1 2 -mat 1 1 -dir 1 2
}
expControlPoint 1 -node 2 1 disp 2 disp
expControlPoint 2 -node 2 1 force 2 force
expControl SimDomain 1 -model 1 -trialCP 1 -outCP 2
expSetup NoTransformation 1 -control 1 -dof 1 -sizeTrialOut 1 1
