# stderr: :11: recorder Node.*: node 5 does not exist
model basic -ndm 1
node 1 0
node 2 0
fix 1 1
uniaxialMaterial Elastic 1 100.0
element zeroLength 1 1 2 -mat 1 -dir 1
pattern Plain 1 Linear { load 2 5.0 }
recorder Node -file disp.out -node 5 -dof 1 disp
constraints Plain; numberer Plain; system BandGeneral; algorithm Linear; integrator LoadControl 1.0; analysis Static
analyze 1
