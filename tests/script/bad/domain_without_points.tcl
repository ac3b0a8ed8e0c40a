# stderr: domain_without_points.tcl:11: expControl SimDomain 1: -outCP is missing
expModel 1 {
    model basic -ndm 1 -ndf 1
    node 1 0
    node 2 0
    fix 1 1
    uniaxialMaterial Elastic 1 10.0
    element zeroLength 1 1 2 -mat 1 -dir 1
}
expControlPoint 1 -node 2 1 disp
expControl SimDomain 1 -model 1 -trialCP 1
