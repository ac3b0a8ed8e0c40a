# stderr: engine condensed: integrator TRBDF2 is not linear in the forces of a step; engine sparse runs every integrator
model basic -ndm 1 -ndf 1
node 1 0.0; node 2 0.0 -mass 1.0; fix 1 1
uniaxialMaterial Steel01 1 1.0 100.0 0.1
element zeroLength 1 1 2 -mat 1 -dir 1
test NormUnbalance 1e-10 20; algorithm Newton; integrator TRBDF2; analysis Transient
engine condensed
analyze 5 0.01
