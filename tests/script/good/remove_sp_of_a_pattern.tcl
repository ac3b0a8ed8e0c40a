# stdout: ^0 0\.100000$
# stdout: ^there is none$
# stdout: ^0 0\.020000$
# Node 2 is led to 0.1, then freed from its pattern: the spring of 100 stands under 2 again at 2 / 100.
model basic -ndm 1 -ndf 1
node 1 0
node 2 1
fix 1 1
uniaxialMaterial Elastic 1 100.0
element truss 1 1 2 1.0 1
pattern Plain 3 Constant { sp 2 1 0.1 }
pattern Plain 4 Constant { load 2 2.0 }
constraints Transformation
numberer Plain
system BandGeneral
algorithm Linear
integrator LoadControl 1.0
analysis Static
puts "[analyze 1] [format %.6f [nodeDisp 2 1]]"
if {[catch {remove sp 2 1 4}]} { puts "there is none" }
remove sp 2 1 3
puts "[analyze 1] [format %.6f [nodeDisp 2 1]]"
