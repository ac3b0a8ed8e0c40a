# stderr: cannot run the sub-steps by itself: there is no specimen
model basic -ndm 1 -ndf 1
node 1 0
node 2 0 -mass 1
fix 1 1
uniaxialMaterial Bilinear 1 6e4 0.01 0.1
element zeroLength 1 1 2 -mat 1 -dir 1
constraints Plain
numberer Plain
system BandGeneral
algorithm Linear
integrator Dorka -where site
analysis Transient
analyze 1 0.01
