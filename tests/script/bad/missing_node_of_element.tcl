# stderr: :8: element truss 4: there is no node 9
model basic -ndm 2 -ndf 2
node 1 0 0
node 2 3 0
node 3 0 4
uniaxialMaterial Elastic 1 200.0
set n 9
element truss 4 1 $n 1.0 1
