# stdout: ^circle$
# stdout: ^0 0\.030000 3\.0
# A model whose constraints form a circle cannot be analysed; once it is mended, the motion goes on from where it was, 3 x 1 / 100.
model basic -ndm 1 -ndf 1
node 1 0
node 2 1
node 3 1
fix 1 1
uniaxialMaterial Elastic 1 100.0
element truss 1 1 2 1.0 1
element truss 2 1 3 1.0 1
pattern Plain 1 Linear { load 2 1.0 }
constraints Transformation
numberer Plain
system BandGeneral
test NormDispIncr 1e-12 10
algorithm Newton
integrator LoadControl 1.0
analysis Static
analyze 2
equalDOF 2 3 1
equalDOF 3 2 1
if {[catch {analyze 1}]} { puts circle }
remove mp 2
remove mp 3
puts "[analyze 1] [format %.6f [nodeDisp 2 1]] [getTime]"
