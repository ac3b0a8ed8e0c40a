# stdout: ^1 2 3 *$
model BasicBuilder -ndm 2 -ndf 2
node 1 0 0
node 2 3 0
uniaxialMaterial Elastic 1 10
element Truss 1 1 2 1.0 1
element CorotTruss 2 1 2 1.0 1
element corotTruss 3 1 2 1.0 1
puts [getEleTags]
