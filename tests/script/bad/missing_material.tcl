# stderr: :7: element truss 1: .*material 7
model basic -ndm 2 -ndf 2
node 1 0 0
node 2 3 0
node 3 0 4
uniaxialMaterial Elastic 1 200.0
element truss 1 1 2 1.0 7
