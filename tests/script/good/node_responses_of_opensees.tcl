# file none.out: ^0.5 0.02\n1 0.04\n
# file applied.out: ^1 0\n2 0\n
# file norm.out: ^0.5 0.0316228\n1 0.0632456\n
# file early.out: ^0.5 0\n1 0\n
# file all.out: ^0 0.5\n0.707107 0\n
# file late.out: ^0.707107\n
# file shaken.out: ^-0.8\n
# stdout: ^balance 1$
# stdout: ^nodal 1$
# stdout: ^reactions stay 1$
# Responses of nodes. A spring of stiffness 50 along x under the load 2, moved along y by 0.04899: with half of both the length of
# the displacement is sqrt(0.02^2 + 0.0244949^2) = 0.0316228. Masses 2 and 4: modes of 40/4 along y (1/sqrt 4) and 50/2 along x.
model basic -ndm 2 -ndf 2
node 1 0 0
node 2 0 0
mass 2 2.0 4.0
fix 1 1 1
uniaxialMaterial Elastic 1 50.0
uniaxialMaterial Elastic 2 40.0
element zeroLength 1 1 2 -mat 1 2 -dir 1 2
pattern Plain 1 Linear { load 2 2.0 0.0 }
recorder Node -file none.out -time -node 2 -dof 1
recorder Node -file applied.out -node 2 unbalance
recorder Node -file norm.out -time -node 2 -dof 1 2 dispNorm
recorder Node -file early.out -time -node 2 -dof 1 "eigen 1"
pattern Plain 3 Linear { sp 2 2 0.048989795 }
constraints Transformation
numberer Plain
system FullGeneral
algorithm Linear
integrator LoadControl 0.5
analysis Static
analyze 2
remove loadPattern 3
eigen 2
foreach tag {1 2 3 4} { remove recorder $tag }
recorder Node -file all.out -node 2 -dof 1 2 eigen
recorder Node -file late.out -node 2 -dof 1 eigen2
record
wipeAnalysis
foreach tag {5 6} { remove recorder $tag }
# the ground's acceleration 0.4 acts on the mass 2; elements' forces are the rest of the balance
reset
remove loadPattern 1
rayleigh 0.3 0.0 0.0 0.0
timeSeries Constant 7 -factor 0.4
pattern UniformExcitation 7 1 -accel 7
recorder Node -file shaken.out -node 2 -dof 1 unbalance
recorder Node -file inert.out -precision 16 -node 2 -dof 1 unbalanceIncludingInertia
recorder Node -file nodal.out -precision 16 -node 2 -dof 1 nodalRayleighForces
constraints Plain
numberer Plain
system FullGeneral
algorithm Linear
integrator Newmark 0.5 0.25
analysis Transient
analyze 5 0.1
proc last {name} { set f [open $name]; set row [lindex [split [string trim [read $f]] \n] end]; close $f; return $row }
puts "balance [expr {abs([last inert.out] - 50.0*[nodeDisp 2 1]) < 1e-12}]"
puts "nodal [expr {abs([last nodal.out] - 0.3*2.0*[nodeVel 2 1]) < 1e-12}]"
# recorders of loads leave the reactions that were asked for
reactions
set before [nodeReaction 1 1]
record
puts "reactions stay [expr {$before != 0 && [nodeReaction 1 1] == $before}]"
