# stderr: domain_model_missing.tcl:14: expControl SimDomain 1: there is no expModel with this tag: expModel 3
# stderr: make it before this command
model basic -ndm 1 -ndf 1
expModel 1 {
    model basic -ndm 1 -ndf 1
    node 1 0
    node 2 0
    fix 1 1
    uniaxialMaterial Elastic 1 10.0
    element zeroLength 1 1 2 -mat 1 -dir 1
}
expControlPoint 1 -node 2 1 disp
expControlPoint 2 -node 2 1 disp 1 force
expControl SimDomain 1 -model 3 -trialCP 1 -outCP 2
