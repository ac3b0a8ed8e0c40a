# stdout: ^0\.000000 0\.00000000000000000000 1 2 $
# stdout: ^1 2 $
# stdout: ^truss 3\.00000000000000000000$
# Questions before any analysis are answered from the virgin state.
model basic -ndm 1 -ndf 1
node 1 0
node 2 2 -mass 3.0
fix 1 1
uniaxialMaterial Elastic 1 400.0
element truss 1 1 2 0.5 1
puts "[getTime] [nodeDisp 2 1] [getNodeTags]"
puts [eleNodes 1]
puts "[eleType 1] [nodeMass 2 1]"
if {[lindex [eleForce 1] 0] != 0} { error "a force without deformation" }
