# stderr: reduce: node 1, freedom 2, cannot be kept: it is fixed or prescribed
model basic -ndm 2 -ndf 3
node 1 0 0
node 2 0 1 -mass 1 1 0.1
node 3 0 2 -mass 1 1 0.1
fix 1 1 1 1
geomTransf Linear 1
element elasticBeamColumn 1 1 2 0.01 2e8 1e-6 1
element elasticBeamColumn 2 2 3 0.01 2e8 1e-6 1
reduce Guyan -node 3 1 -dof 2
