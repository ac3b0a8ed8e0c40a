# stderr: WARNING analyze: step 1 of 10 failed, last good time 0, 2 iterations
# stderr: did not look at the answer
# Ten iterations are wanted, the test gives up after two: the next step would be longer, and fail in the same way.
model basic -ndm 1 -ndf 1
node 1 0; node 2 0
fix 1 1
mass 2 1.0
uniaxialMaterial Elastic 1 100.0
element zeroLength 1 1 2 -mat 1 -dir 1
timeSeries Linear 1
pattern Plain 1 1 { load 2 1.0 }
constraints Plain; numberer Plain; system BandGeneral
test NormDispIncr 1e-300 2
algorithm ModifiedNewton
integrator Newmark 0.5 0.25
analysis VariableTransient
analyze 10 0.01 0.001 0.01 10
