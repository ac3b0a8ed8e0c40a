# stderr: engine: -elastic names an element that is not there: 7; tags of non-linear elements of the model, or all
model basic -ndm 1 -ndf 1
node 1 0.0; node 2 0.0 -mass 1.0; fix 1 1
uniaxialMaterial Steel01 1 1.0 100.0 0.1
element zeroLength 1 1 2 -mat 1 -dir 1
test NormUnbalance 1e-10 20; algorithm Newton; integrator Newmark 0.5 0.25; analysis Transient
engine condensed -elastic {1 7}
analyze 5 0.01
