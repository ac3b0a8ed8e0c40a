# stderr: domain_unstable.tcl:14: system of equations: the matrix is singular at node 3, freedom 1
# stderr: fix that freedom
# Nothing holds node 3.
expModel 1 {
    model basic -ndm 1 -ndf 1
    node 1 0; node 2 0; node 3 0
    fix 1 1
    uniaxialMaterial Elastic 1 10.0
    element zeroLength 1 1 2 -mat 1 -dir 1

}
expControlPoint 1 -node 2 1 disp
expControlPoint 2 -node 2 1 disp 1 force
expControl SimDomain 1 -model 1 -trialCP 1 -outCP 2
