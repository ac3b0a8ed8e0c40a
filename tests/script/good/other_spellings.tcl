# stdout: ^1 2 3 4 *$
# stdout: ^0 0\.40000000 0\.40000000$
# stdout: ^0 0\.00000000 0\.00000000$
# The rigid rod carries the motion of node 3, 0.5 x 8 / 10 = 0.4 while the rectangle stands, to node 4.
model BasicBuilder -ndm 2 -ndf 3
node 1 0 0
node 2 3 0
node 3 3 0
node 4 4 0
fix 1 1 1 1
fix 2 1 1 1
fix 3 0 1 1
uniaxialMaterial Elastic 1 10
element Truss 1 1 2 1.0 1
element CorotTruss 2 1 2 1.0 1
element ZeroLength 3 2 3 -mat 1 -dir 1
element elastomericBearing 4 1 2 10 5 0.5 0 2 -P 1 -Mz 1
puts [getEleTags]
rigidLink -beam 3 4
pattern Plain 1 "Rectangular 0.5 1.0 -factor 0.5" { load 3 8.0 0 0 }
constraints Transformation
numberer RCM
system BandGeneral
algorithm Linear
integrator LoadControl 1.0
analysis Static
puts "[analyze 1] [format {%.8f %.8f} [nodeDisp 3 1] [nodeDisp 4 1]]"
puts "[analyze 1] [format {%.8f %.8f} [nodeDisp 3 1] [nodeDisp 4 1]]"
