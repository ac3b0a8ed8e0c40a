# stderr: :13: analyze 10.*: dt is missing
model basic -ndm 1
node 1 0
node 2 0 -mass 1.0
fix 1 1
uniaxialMaterial Elastic 1 5.0
element zeroLength 1 1 2 -mat 1 -dir 1
constraints Plain
numberer Plain
algorithm Linear
integrator Newmark 0.5 0.25
analysis Transient
analyze 10
