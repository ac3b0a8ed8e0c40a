# stdout: areas 0.24 0.24 0.001
# In the manner of OpenSeesPy the shapes follow the section, which is made when another command comes.
model basic -ndm 2 -ndf 3
node 1 0 0
node 2 1.0 0
node 3 2.0 0
node 4 3.0 0
fix 1 1 1 1
uniaxialMaterial Elastic 1 1.0
geomTransf Linear 1
section Fiber 1
patch rect 1 4 2 -0.3 -0.2 0.3 0.2
section Fiber 2 -noCentroid
for {set i 0} {$i < 4} {incr i} { patch rect 1 1 2 [expr {-0.3 + 0.15*$i}] -0.2 [expr {-0.15 + 0.15*$i}] 0.2 }
section Fiber 3 fiber 0.1 0 0.0005 1 fiber -0.1 0 0.0005 1
foreach i {1 2 3} { element dispBeamColumn $i $i [expr {$i + 1}] 2 $i 1 }
pattern Plain 1 Linear { load 4 1.0 0 0 }
constraints Plain
numberer Plain
system BandGeneral
algorithm Linear
integrator LoadControl 1.0
analysis Static
analyze 1
proc area {i} { return [format %.6g [expr {1.0/([nodeDisp [expr {$i + 1}] 1] - [nodeDisp $i 1])}]] }
puts "areas [area 1] [area 2] [area 3]"
