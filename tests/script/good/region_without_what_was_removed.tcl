# file force.out: ^1\n2\n$
# file moved.out: ^0 0\.01\n0 0\.02\n$
# A region of two springs of 100 and their nodes, of which the second spring and its node are removed before the first row: a load t moves the other by t / 100.
model basic -ndm 1 -ndf 1
foreach tag {1 2 3} { node $tag $tag }
fix 1 1
uniaxialMaterial Elastic 1 100.0
element truss 1 1 2 1.0 1
element truss 2 2 3 1.0 1
region 1 -ele 1 2
region 2 -node 1 2 3
recorder Element -file force.out -region 1 axialForce
recorder Node -file moved.out -region 2 -dof 1 disp
remove element 2
remove node 3
pattern Plain 1 Linear { load 2 1.0 }
constraints Plain
numberer Plain
system BandGeneral
test NormDispIncr 1e-10 10
algorithm Newton
integrator LoadControl 1.0
analysis Static
analyze 2
