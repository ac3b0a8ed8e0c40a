# stderr: eigen.*: 
# stderr: mass
model basic -ndm 1
node 1 0
node 2 1
fix 1 1
uniaxialMaterial Elastic 1 5.0
element truss 1 1 2 1.0 1
eigen 1
