# stderr: singular
# stderr: node 2.*(dof|freedom) 2|(dof|freedom) 2.*node 2
# stderr: WARNING analyze: step 1 of 1 failed
model basic -ndm 2 -ndf 2
node 1 0 0
node 2 3 0
fix 1 1 1
uniaxialMaterial Elastic 1 100
element truss 1 1 2 1.0 1
pattern Plain 1 Linear { load 2 1.0 1.0 }
constraints Plain
numberer Plain
system BandGeneral
algorithm Linear
integrator LoadControl 1.0
analysis Static
analyze 1
