# stderr: engine impulse: impulse responses of all steps .*GB.*fewer steps in one analyze
model basic -ndm 1 -ndf 1
node 1 0.0; node 2 0.0 -mass 1.0; fix 1 1
uniaxialMaterial Steel01 1 1.0 100.0 0.1
element zeroLength 1 1 2 -mat 1 -dir 1
test NormUnbalance 1e-10 20; algorithm Newton; integrator Newmark 0.5 0.25; analysis Transient
memory -limit 1e9
engine impulse -steps 100000000
analyze 5 0.01
