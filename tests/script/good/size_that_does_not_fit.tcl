# command: size --rate 1e9 --time 0.02
# status: 3
# stdout: 2 unknowns at 1e\+09 Hz: does not fit\.
# stdout: Lower the rate
model basic -ndm 1 -ndf 1
node 1 0.0; node 2 0.0 -mass 1.0; node 3 0.0 -mass 1.0; fix 1 1
uniaxialMaterial Elastic 1 800.0
element zeroLength 1 1 2 -mat 1 -dir 1
element zeroLength 2 2 3 -mat 1 -dir 1
test NormUnbalance 1e-11 50; algorithm Newton; integrator Newmark 0.5 0.25; analysis Transient
analyze 500 0.01
