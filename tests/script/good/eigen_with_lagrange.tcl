# stdout: same modes 1
# stdout: same motion 1
# A beam of two equal masses that an equalDOF ties together: the modes do not depend on how constraints are enforced, and asking
# for them between steps changes nothing.
proc structure {kind} {
    wipe
    model basic -ndm 1 -ndf 1
    foreach n {1 2 3 4} { node $n 0.0 }
    foreach n {2 3 4} m {2.0 1.0 3.0} { mass $n $m }
    fix 1 1
    equalDOF 2 3 1
    uniaxialMaterial Steel01 1 5.0 100.0 0.1
    uniaxialMaterial Elastic 2 80.0
    element zeroLength 1 1 2 -mat 1 -dir 1
    element zeroLength 2 3 4 -mat 2 -dir 1
    pattern Plain 1 "Sine 0 10 1.3" { load 4 9.0 }
    constraints $kind
    numberer Plain
    system FullGeneral
    test NormUnbalance 1e-9 30
    algorithm Newton
    integrator Houbolt
    analysis Transient
}
proc same {a b} { expr {abs($a - $b) <= 1e-9*(abs($a) + abs($b))} }
foreach kind {Transformation Lagrange} {
    foreach ask {0 1} {
        structure $kind
        analyze 20 0.05
        if {$ask} { set w($kind) [eigen 2]; set shape($kind) [expr {abs([nodeEigenvector 4 1 1]/[nodeEigenvector 2 1 1])}] }
        analyze 20 0.05
        set u($kind,$ask) [nodeDisp 4 1]
    }
}
set equal [same $shape(Lagrange) $shape(Transformation)]
foreach a $w(Lagrange) b $w(Transformation) { set equal [expr {$equal && [same $a $b]}] }
puts "same modes $equal"
# another structure to be made after it
structure Plain
puts "same motion [expr {$u(Lagrange,0) == $u(Lagrange,1) && [same $u(Lagrange,1) $u(Transformation,0)]}]"
