# stdout: ^process 0 of 1 in 2 with 3 and 2 with 2$
# stdout: ^0\.1 0 0 0\.1$
# stdout: ^alike 1 0$
# file moved.out: ^0 3 0$
# initialize has nothing to do, freedom 0 means all of a node's, lumped mass can be asked for by name, and time series are added to the freedoms that they are for.
model basic -ndm 2 -ndf 3
node 1 0 0
node 2 1 0
node 3 1 0
fix 1 1 1 1
fix 2 0 1 1
geomTransf Linear 1
element elasticBeamColumn 1 1 2 10 2 1 1
pattern Plain 1 Linear { load 2 2.0 0 0 }
node 4 0 0 -ndf 2
fix 4 1 1
puts "process [getPID] of [getNP] in [getNDM] with [getNDF 2] and [getNDM 4] with [getNDF 4]"
initialize
integrator LoadControl 1.0
analysis Static
fix 3 1 1 1
analyze 1
puts [concat [lmap x [nodeDisp 2 0] { format %.6g $x }] [format %.6g [nodeDisp 2 1]]]
foreach {tag words} {2 "" 3 -lMass 4 -cMass} {
    remove element [expr {$tag - 1}]
    element elasticBeamColumn $tag 1 2 10 2 1 1 -mass 3 {*}$words
    set first($tag) [eigen 1]
}
puts "alike [expr {$first(2) == $first(3)}] [expr {$first(2) == $first(4)}]"
loadConst -time 0.0
timeSeries Constant 9 -factor 3.0
recorder Node -file moved.out -time -timeSeries 9 -node 3 -dof 1 2 disp
record
