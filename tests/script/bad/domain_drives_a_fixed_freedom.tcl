# stderr: domain_drives_a_fixed_freedom.tcl:12: expControl SimDomain 1: freedom 1 of node 1 of its model cannot be driven: it is fixed
expModel 1 {
    model basic -ndm 1 -ndf 1
    node 1 0
    node 2 0
    fix 1 1
    uniaxialMaterial Elastic 1 10.0
    element zeroLength 1 1 2 -mat 1 -dir 1
}
expControlPoint 1 -node 1 1 disp
expControlPoint 2 -node 2 1 disp 1 force
expControl SimDomain 1 -model 1 -trialCP 1 -outCP 2
