# stderr: engine modal: number of modes: 7 \(allowed: 1 to 1, the number of unknowns; 0: all\)
model basic -ndm 1 -ndf 1
node 1 0.0; node 2 0.0 -mass 1.0; fix 1 1
uniaxialMaterial Elastic 1 100.0
element zeroLength 1 1 2 -mat 1 -dir 1
test NormUnbalance 1e-10 20; algorithm Newton; integrator Newmark 0.5 0.25; analysis Transient
engine modal -modes 7
analyze 5 0.01
