# stdout: ^dofs -1 0$
# stdout: ^free 0.12500
# stdout: ^swing ok$
# stdout: ^factor 2.5
# stdout: ^shape 2$
# stdout: ^mp 0.1250
# stdout: ^sp 0.2000
# stdout: ^rows 2$
# stdout: ^version 1$
# Queries and removals, one after the other, with their closed forms beside them.
model basic -ndm 1 -ndf 1
node 1 0
node 2 0 -mass 2.0
fix 1 1
uniaxialMaterial Elastic 1 8.0
element zeroLength 1 1 2 -mat 1 -dir 1
numberer Plain
puts "dofs [nodeDOFs 1] [nodeDOFs 2]"

# an initial displacement swings with omega = sqrt(8/2) = 2; 0.125 is u0
setNodeDisp 2 1 0.125 -commit
puts "free [nodeDisp 2 1]"
setNodeVel 2 1 0.0 -commit
setNodeAccel 2 1 -0.5 -commit
constraints Plain
system BandGeneral
algorithm Linear
integrator Newmark 0.5 0.25
analysis Transient
set tag [recorder Node -file rows.out -time -node 2 -dof 1 disp]
analyze 2 0.001
remove recorder $tag
analyze 998 0.001
puts "swing [expr {abs([nodeDisp 2 1] - 0.125*cos(2.0)) < 1e-6 ? {ok} : [nodeDisp 2 1]}]"
eigen -fullGenLapack 1
puts "shape [expr {round(1.0/pow([nodeEigenvector 2 1],2))}]"

# 8 u = 1 after one static step: u = 0.125; tied to a second spring of 2: u = 0.1
wipe
model basic -ndm 1 -ndf 1
foreach n {1 2 3} { node $n 0 }
fix 1 1
uniaxialMaterial Elastic 1 8.0
uniaxialMaterial Elastic 2 2.0
element zeroLength 1 1 2 -mat 1 -dir 1
element zeroLength 2 1 3 -mat 2 -dir 1
equalDOF 2 3 1
timeSeries Linear 1 -factor 2.5
timeSeries Linear 2
pattern Plain 1 2 { load 2 1.0 }
constraints Transformation
numberer Plain
system BandGeneral
algorithm Linear
integrator LoadControl 1.0
analysis Static
analyze 1
remove timeSeries 1
remove mp 3
integrator LoadControl 0.0
analyze 1
puts "mp [nodeDisp 2 1]"
remove loadPattern 1
pattern Plain 2 "Linear -factor 2.5" { load 2 1.6 }
setTime 0.0
integrator LoadControl 1.0
analyze 1
puts "factor [getLoadFactor 2]"
wipe
model basic -ndm 1 -ndf 1
foreach n {1 2} { node $n 0 }
fix 1 1
fix 2 1
uniaxialMaterial Elastic 1 5.0
element zeroLength 1 1 2 -mat 1 -dir 1
remove sp 2
pattern Plain 1 Linear { load 2 1.0 }
constraints Plain
numberer Plain
system BandGeneral
algorithm Linear
integrator LoadControl 1.0
analysis Static
analyze 1
puts "sp [nodeDisp 2 1]"
set f [open rows.out]
puts "rows [llength [split [string trim [read $f]] \n]]"
close $f
puts "version [regexp {^[0-9]+\.[0-9]+\.[0-9]+$} [version]]"
