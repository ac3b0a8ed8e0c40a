# stderr: :8: remove node: node 1 still carries element 1
model basic -ndm 2 -ndf 2
node 1 0 0
node 2 3 0
node 3 0 4
uniaxialMaterial Elastic 1 200.0
element truss 1 1 2 1.0 1
remove node 1
