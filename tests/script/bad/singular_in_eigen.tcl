# stderr: eigen.*
# stderr: singular|node 2
model basic -ndm 2 -ndf 2
node 1 0 0
node 2 3 0 -mass 1 0
fix 1 1 1
uniaxialMaterial Elastic 1 100
element truss 1 1 2 1.0 1
eigen -fullGenLapack 1
