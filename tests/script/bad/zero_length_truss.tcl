# stderr: :9: element truss 1: zero length
# stderr: nodes? 1 and 4
model basic -ndm 2 -ndf 2
node 1 0 0
node 2 3 0
node 3 0 4
uniaxialMaterial Elastic 1 200.0
node 4 0 0
element truss 1 1 4 1.0 1
