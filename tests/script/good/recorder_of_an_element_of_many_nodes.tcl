# file o.xml: eleTag="1" node1="1000001" .* node24="1000024">\n
# An element may have any number of nodes, and its XML names all of them.
model basic -ndm 1 -ndf 1
for {set i 1} {$i <= 24} {incr i} { node [expr {1000000+$i}] 0.0 -mass 1.0; lappend all [expr {1000000+$i}]; }
uniaxialMaterial Elastic 1 100.0
set k {}; for {set i 0} {$i < 24*24} {incr i} { lappend k [expr {$i % 25 == 0 ? 100.0 : 0.0}] }
for {set i 1} {$i <= 24} {incr i} { lappend mats 1; lappend ch $i }
for {set i 1} {$i <= 24} {incr i} {expControlPoint $i 1 disp}
expControl SimUniaxialMaterials 1 {*}$mats
expSetup NoTransformation 1 -control 1 -dof {*}$ch -sizeTrialOut 24 24
expSite LocalSite 1 1
foreach n $all { lappend dd -dof 1 }
expElement generic 1 -node {*}$all {*}$dd -site 1 -initStif {*}$k
recorder Element -xml o.xml -ele 1 force
pattern Plain 1 Linear { load 1000001 1.0 }
constraints Plain; numberer Plain; system BandGeneral; algorithm Linear
integrator NewmarkExplicit 0.5; analysis Transient
analyze 3 0.01
