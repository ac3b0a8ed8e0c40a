# stderr: element adapter 1: ipPort
model basic -ndm 2 -ndf 2
node 1 0.0 0.0
element adapter 1 -node 1 -dof 1 2 -stif 1e6 0 0 1e6
