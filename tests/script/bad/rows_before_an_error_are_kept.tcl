# stderr: :13: fix 7: there is no node 7
# file disp.out: \A0\.05\n0\.1\n\Z
model basic -ndm 1
node 1 0
node 2 0
fix 1 1
uniaxialMaterial Elastic 1 100.0
element zeroLength 1 1 2 -mat 1 -dir 1
pattern Plain 1 Linear { load 2 5.0 }
recorder Node -file disp.out -node 2 -dof 1 disp
system BandGeneral; constraints Plain; numberer Plain; algorithm Linear; integrator LoadControl 1.0; analysis Static
analyze 2
fix 7 1
