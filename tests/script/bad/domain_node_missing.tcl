# stderr: domain_node_missing.tcl:15: expControl SimDomain 1: its model has no node with this tag: 7
# The node is in the script's own model, which is another.
model basic -ndm 1 -ndf 1
node 7 0
expModel 1 {
    model basic -ndm 1 -ndf 1
    node 1 0
    node 2 0
    fix 1 1
    uniaxialMaterial Elastic 1 10.0
    element zeroLength 1 1 2 -mat 1 -dir 1
}
expControlPoint 1 -node 7 1 disp
expControlPoint 2 -node 2 1 disp 1 force
expControl SimDomain 1 -model 1 -trialCP 1 -outCP 2
