# stderr: taken because the script gave none: constraints Plain, numberer RCM, system ProfileSPD, algorithm Newton, test NormUnbalance 1e-6 25, integrator LoadControl 1.0
# stderr: 1 equation, engine
# stdout: ^ok 0 0.02500000000000000
# OpenSees' defaults stand in, and one line says so.
model basic -ndm 1 -ndf 1
node 1 0
node 2 2
fix 1 1
uniaxialMaterial Elastic 1 400.0
element truss 1 1 2 0.5 1
pattern Plain 1 Linear { load 2 2.5 }
analysis Static
puts "ok [analyze 1] [nodeDisp 2 1]"
