# stderr: domain_points_in_another_order.tcl:13: expControl SimDomain 1: each type of signal must name all freedoms before it, in the same order
# stderr: -trialCP: node 2, dof 2, Vel
expModel 1 {
    model basic -ndm 2 -ndf 2
    node 1 0 0
    node 2 0 0
    fix 1 1 1
    uniaxialMaterial Elastic 1 10.0
    element zeroLength 1 1 2 -mat 1 1 -dir 1 2
}
expControlPoint 1 -node 2 1 disp 2 disp 2 vel 1 vel
expControlPoint 2 -node 2 1 disp 2 disp 1 force 2 force
expControl SimDomain 1 -model 1 -trialCP 1 -outCP 2
