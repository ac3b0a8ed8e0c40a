# stderr: WARNING analyze: step 2 of 5 failed
# stderr: last good time 1, 1 iterations, last norm [0-9.e+-]+ \(tolerance 1e-08\)
# stderr: did not look at the answer of analyze
model basic -ndm 1
node 1 0
node 2 0
fix 1 1
uniaxialMaterial Steel01 1 1.0 100.0 0.01
element zeroLength 1 1 2 -mat 1 -dir 1
pattern Plain 1 Linear { load 2 0.7 }
constraints Plain
numberer Plain
system BandGeneral
test NormUnbalance 1e-8 1
algorithm Newton
integrator LoadControl 1.0
analysis Static
analyze 5
