# stderr: eigen: more modes than equations: 5 \(allowed: 1 to 1\)
model basic -ndm 1 -ndf 1
node 1 0
node 2 2 -mass 1.0
fix 1 1
uniaxialMaterial Elastic 1 400.0
element truss 1 1 2 0.5 1
eigen 5
