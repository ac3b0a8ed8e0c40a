# stdout: ^dense right$
# stdout: ^band right$
# stdout: ^sparse right$
# stdout: ^band as dense$
# stdout: ^sparse as dense$
# A floor that is rigid in its plane, on four columns whose heads carry rigid stubs: bodies held together by penalties of 1e10 and beyond, on a structure of
# 1e2 to 1e3. Elimination by small inverses lost the stiffness of the columns in the roundings of the penalties: 5 % and more of the sway, and the
# matrix was said to be not positive definite.
proc sway {handler engine} {
    wipe
    model basic -ndm 3 -ndf 6
    geomTransf Linear 1 0.3 0.9 0.4
    foreach {i x y e dx dy} {1 0 0 1.0e4 0.3 -0.2 2 5 0 1.6e4 -0.4 0.1 3 5 4 2.3e4 0.2 0.4 4 0 4 2.9e4 0.1 -0.3} {
        node $i $x $y 0; fix $i 1 1 1 1 1 1
        node 1$i $x $y 3
        node 2$i [expr {$x + $dx}] [expr {$y + $dy}] [expr {3.2 + 0.1*$i}]
        element elasticBeamColumn $i $i 1$i 0.1 $e 1e4 0.01 0.02 0.03 1
    }
    node 50 2.5 2 3
    rigidDiaphragm 3 50 11 12 13 14; fix 50 0 0 1 1 1 0
    foreach i {1 2 3 4} { rigidLink beam 1$i 2$i }
    timeSeries Linear 1
    pattern Plain 1 1 { foreach i {1 2 3 4} { load 1$i 0.7 -0.3 0.2 0.4 0.1 -0.2; load 2$i 0.1 0.5 -0.9 -0.2 0.3 0.6 } }
    constraints {*}$handler; numberer RCM; system BandSPD; algorithm Linear; integrator LoadControl 1; analysis Static
    engine {*}$engine
    analyze 1
    set u {}
    foreach i {11 12 13 14 21 22 23 24} { lappend u {*}[nodeDisp $i] }
    return $u
}
set right [sway Transformation dense]
set top [lindex [lsort -real [lmap x $right {expr {abs($x)}}]] end]
foreach engine {dense band sparse} {
    set off 0
    foreach p {1e9 1e10 1e11 1e12} {
        foreach x [sway "Penalty $p $p" $engine] y $right { set off [expr {max($off, abs($x - $y)/$top)}] }
    }
    puts "$engine [expr {$off < 3e-5 ? {right} : $off}]"
}
# Where the penalties leave digits, all engines give the same.
foreach engine {band sparse} {
    set off 0
    foreach p {1e5 1e6 3e6 1e7 1e8} {
        foreach x [sway "Penalty $p $p" $engine] y [sway "Penalty $p $p" dense] { set off [expr {max($off, abs($x - $y)/$top)}] }
    }
    puts "$engine [expr {$off < 1e-9 ? {as dense} : $off}]"
}
