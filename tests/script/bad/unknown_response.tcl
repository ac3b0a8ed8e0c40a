# stderr: unknown_response\.tcl:12: recorder Element 1 \(f\.out\): element 1 does not know the response: temper
model basic -ndm 1 -ndf 1
node 1 0
node 2 2
fix 1 1
uniaxialMaterial Elastic 1 400.0
element truss 1 1 2 0.5 1
pattern Plain 1 Linear { load 2 2.5 }
recorder Element -file f.out -ele 1 temper
analysis Static
integrator LoadControl 1.0
analyze 1
