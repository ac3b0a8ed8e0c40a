# stderr: ^test: time 1, iteration 1, norm
# stderr: ^test: time 1, iteration 2, norm
# stdout: ^0$
model basic -ndm 1 -ndf 1
node 1 0
node 2 0
fix 1 1
uniaxialMaterial Steel01 1 5.0 100.0 0.1
element zeroLength 1 1 2 -mat 1 -dir 1
pattern Plain 1 Linear { load 2 6.0 }
constraints Plain
numberer Plain
system BandGeneral
test NormUnbalance 1e-8 10 1
algorithm Newton
integrator LoadControl 1.0
analysis Static
puts [analyze 1]
