# stderr: the number of modes is missing; -modes n
model basic -ndm 2 -ndf 3
node 1 0 0
node 2 0 1 -mass 1 1 0.1
node 3 0 2 -mass 1 1 0.1
fix 1 1 1 1
geomTransf Linear 1
element elasticBeamColumn 1 1 2 0.01 2e8 1e-6 1
element elasticBeamColumn 2 2 3 0.01 2e8 1e-6 1
reduce CraigBampton -node 3 -dof 1
