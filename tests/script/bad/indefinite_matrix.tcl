# stderr: analyze: step 1 of 1 failed
# stderr: not positive definite at node 2, freedom 1
# A spring of negative stiffness; the column's own 3 EI / L^3 = 3 does not make up for it.
model basic -ndm 2 -ndf 3
node 1 0 0
node 2 0 1
fix 1 1 1 1
geomTransf Linear 1
element elasticBeamColumn 1 1 2 10.0 1.0 1.0 1
uniaxialMaterial Elastic 1 -20.0
node 3 0 1
fix 3 1 1 1
element zeroLength 2 3 2 -mat 1 -dir 1
pattern Plain 1 Linear { load 2 1.0 0 0 }
constraints Plain
numberer Plain
system BandSPD
algorithm Linear
integrator LoadControl 1.0
analysis Static
analyze 1
