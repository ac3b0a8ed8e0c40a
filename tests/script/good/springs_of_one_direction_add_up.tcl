# stdout: ^0 0\.05000000
# Two materials given for the same direction act side by side, 10 = (120 + 80) u.
model basic -ndm 1 -ndf 1
node 1 0
node 2 0
fix 1 1
uniaxialMaterial Elastic 1 120.0
uniaxialMaterial Elastic 2 80.0
element zeroLength 1 1 2 -mat 1 2 -dir 1 1
pattern Plain 1 Linear { load 2 10.0 }
constraints Plain
numberer Plain
system BandSPD
algorithm Linear
integrator LoadControl 1.0
analysis Static
puts "[analyze 1] [nodeDisp 2 1]"
