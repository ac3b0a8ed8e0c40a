# stderr: node 4, freedom 1, cannot be kept: it follows others by a multi-point constraint or a support motion; keep what it follows: node 3, freedom 1
model basic -ndm 2 -ndf 3
node 1 0 0
node 2 0 1 -mass 1 1 0.1
node 3 0 2 -mass 1 1 0.1
fix 1 1 1 1
geomTransf Linear 1
element elasticBeamColumn 1 1 2 0.01 2e8 1e-6 1
element elasticBeamColumn 2 2 3 0.01 2e8 1e-6 1
node 4 1 2
fix 4 0 1 1
equalDOF 3 4 1
reduce CraigBampton -node 4 -dof 1 -modes 2
