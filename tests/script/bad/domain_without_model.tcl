# stderr: domain_without_model.tcl:13: expControl SimDomain 1: -model is missing: it moves a model of its own
# stderr: expModel 1 \{ \.\.\. \} makes one
# This script's own model has a node 2, too; it is not taken in place of a sub-model.
model basic -ndm 1 -ndf 1
node 1 0
node 2 0
fix 1 1
uniaxialMaterial Elastic 1 10.0
element zeroLength 1 1 2 -mat 1 -dir 1

expControlPoint 1 -node 2 1 disp
expControlPoint 2 -node 2 1 disp 1 force
expControl SimDomain 1 -trialCP 1 -outCP 2
