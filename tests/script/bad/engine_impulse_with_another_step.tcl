# stderr: engine: the step changes during the run, from 0\.01 to 0\.02: impulse knows one step only; keep the step, or take another engine
model basic -ndm 1 -ndf 1
node 1 0.0; node 2 0.0 -mass 1.0; fix 1 1
uniaxialMaterial Steel01 1 1.0 100.0 0.1
element zeroLength 1 1 2 -mat 1 -dir 1
timeSeries Sine 1 0 10 1
pattern Plain 1 1 { load 2 2.0 }
test NormUnbalance 1e-10 20; algorithm Newton; integrator Newmark 0.5 0.25; analysis Transient
engine impulse
analyze 5 0.01
analyze 5 0.02
