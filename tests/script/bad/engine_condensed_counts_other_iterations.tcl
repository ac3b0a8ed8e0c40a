# stderr: engine condensed: integrator NewmarkHSFixedNumIter counts the iterations of algorithm KrylovNewton; algorithm Newton, with or without -initial, and ModifiedNewton -initial iterate alike
model basic -ndm 1 -ndf 1
node 1 0.0; node 2 0.0 -mass 1.0; fix 1 1
uniaxialMaterial Steel01 1 1.0 100.0 0.1
element zeroLength 1 1 2 -mat 1 -dir 1
test FixedNumIter 5; algorithm KrylovNewton; integrator NewmarkHSFixedNumIter 0.5 0.25; analysis Transient
engine condensed
analyze 5 0.01
