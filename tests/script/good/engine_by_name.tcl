# stderr: 1 equation, engine dense$
# stdout: ^dense 0
# The engine may be chosen; the choice is printed once.
model basic -ndm 1 -ndf 1
node 1 0
node 2 2
fix 1 1
uniaxialMaterial Elastic 1 400.0
element truss 1 1 2 0.5 1
pattern Plain 1 Linear { load 2 2.5 }
constraints Plain
numberer RCM
system BandSPD
engine dense
algorithm Linear
integrator LoadControl 1.0
analysis Static
analyze 1
puts "[engine] [analyze 1]"
