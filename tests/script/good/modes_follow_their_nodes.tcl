# stdout: ^same 1 new 0\.0+$
# stdout: ^later 1$
# A node that comes after eigen moves the numbers of freedoms, not the mode shapes.
model basic -ndm 1 -ndf 1
node 5 0
node 6 0 -mass 1.0
node 7 0 -mass 1.0
fix 5 1
uniaxialMaterial Elastic 1 40.0
element zeroLength 1 5 6 -mat 1 -dir 1
element zeroLength 2 6 7 -mat 1 -dir 1
eigen -fullGenLapack 2
set before "[nodeEigenvector 6 1 1] [nodeEigenvector 7 1 1]"
node 1 0
fix 1 1
puts "same [expr {$before eq "[nodeEigenvector 6 1 1] [nodeEigenvector 7 1 1]"}] new [nodeEigenvector 1 1 1]"
systemSize
puts "later [expr {$before eq "[nodeEigenvector 6 1 1] [nodeEigenvector 7 1 1]"}]"
