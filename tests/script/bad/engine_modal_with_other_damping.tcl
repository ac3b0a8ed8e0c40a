# stderr: engine modal: the damping is not classical: it couples coordinates 1 and 2: .* engine condensed, impulse or sparse take any damping
model basic -ndm 1 -ndf 1
node 1 0.0; node 2 0.0 -mass 1.0; node 3 0.0 -mass 2.0; fix 1 1
uniaxialMaterial Elastic 1 100.0
uniaxialMaterial Elastic 2 100.0 3.0
element zeroLength 1 1 2 -mat 1 -dir 1
element zeroLength 2 2 3 -mat 2 -dir 1
timeSeries Sine 1 0 10 1
pattern Plain 1 1 { load 2 2.0 }
test NormUnbalance 1e-10 20; algorithm Newton; integrator Newmark 0.5 0.25; analysis Transient
engine modal
analyze 5 0.01
