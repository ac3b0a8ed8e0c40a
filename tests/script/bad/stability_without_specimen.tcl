# stderr: stability: no element of the model has a specimen
model basic -ndm 1 -ndf 1
node 1 0.0
fix 1 1
node 2 0.0 -mass 1.0
uniaxialMaterial Elastic 1 10.0
element zeroLength 1 1 2 -mat 1 -dir 1
stability delay
