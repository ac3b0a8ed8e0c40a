# stderr: what is kept does not hold the rest: stiffness vanishes at node 5, freedom 1; keep that freedom or one that holds it
model basic -ndm 2 -ndf 3
node 1 0 0
node 2 0 1 -mass 1 1 0.1
node 3 0 2 -mass 1 1 0.1
fix 1 1 1 1
geomTransf Linear 1
element elasticBeamColumn 1 1 2 0.01 2e8 1e-6 1
element elasticBeamColumn 2 2 3 0.01 2e8 1e-6 1
node 5 4 4
fix 5 0 1 1
mass 5 1 0 0
reduce Guyan -node 3 -dof 1 2 3
