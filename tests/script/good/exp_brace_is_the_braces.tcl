# stdout: ^away by less than 1e-5: 1$
# An inverted V-brace tested on a model of itself: the structure is that with two trusses. Feet on springs, so that the brace is carried along, too.
# The rig's beam is 1e9 times as stiff as the braces; displacements are 1e-6 of the lengths, for the tested brace turns with its nodes.
set EA 900.0
proc structure {} {
    wipe
    model basic -ndm 2 -ndf 3
    foreach {n x y} {1 0 0  2 4.2 0  3 2 3  11 0 0  12 4.2 0} { node $n $x $y }
    foreach n {11 12} { fix $n 1 1 1 }
    foreach n {1 2 3} { fix $n 0 0 1; mass $n 0.4 0.4 0 }
    uniaxialMaterial Elastic 1 500.0
    uniaxialMaterial Elastic 2 800.0
    element zeroLength 11 11 1 -mat 1 2 -dir 1 2
    element zeroLength 12 12 2 -mat 2 1 -dir 1 2
}
proc stiffness {} {
    global EA
    foreach {a b c} {0 0 0} {}
    foreach {x y} {2 3  -2.2 3} {
        set l [expr {sqrt($x*$x + $y*$y)}]
        set k [expr {$EA / ($l*$l*$l)}]
        set a [expr {$a + $k*$x*$x}]; set b [expr {$b + $k*$x*$y}]; set c [expr {$c + $k*$y*$y}]
    }
    return "$a $b 0 $b $c 0 0 0 1"
}
proc tested {} {
    global EA
    expModel 1 {
        model basic -ndm 2 -ndf 3
        foreach {n x y} {1 0 0  2 4.2 0  3 2 3  4 0.5 3  5 3.5 3} { node $n $x $y }
        foreach n {1 2} { fix $n 1 1 1 }
        uniaxialMaterial Elastic 1 1.0
        element truss 1 1 3 $EA 1
        element truss 2 2 3 $EA 1
        geomTransf Linear 1
        element elasticBeamColumn 3 4 3 1e12 1.0 1e12 1
        element elasticBeamColumn 4 3 5 1e12 1.0 1e12 1
    }
    # the three actuators: along at the left end, up at both ends
    expControlPoint 1 -node 4 1 disp 2 disp -node 5 2 disp
    expControlPoint 2 -node 4 1 disp 2 disp -node 5 2 disp -node 1 1 force 2 force 3 force -node 2 1 force 2 force 3 force
    expControl SimDomain 1 -model 1 -trialCP 1 -outCP 2
    expSetup InvertedVBrace2d 1 -control 1 100 100 100 1.5 1.5
    expSite LocalSite 1 1
    eval expElement invertedVBrace 1 1 2 3 -site 1 -initStif [stiffness] -noRayleigh
}
proc computed {} {
    global EA
    uniaxialMaterial Elastic 9 1.0
    element truss 1 1 3 $EA 9
    element truss 2 2 3 $EA 9
}
proc run {brace} {
    structure
    $brace
    timeSeries Sine 1 0.0 100.0 0.3
    pattern Plain 1 1 { load 3 2e-4 1e-4 0; load 1 0 1e-4 0 }
    constraints Plain; numberer Plain; system BandGeneral
    test NormDispIncr 1e-14 20
    algorithm Newton
    integrator Newmark 0.5 0.25
    analysis Transient
    set path {}
    for {set i 0} {$i < 100} {incr i} {
        if {[analyze 1 0.01] != 0} { error "step $i" }
        foreach n {1 2 3} { lappend path [nodeDisp $n 1] [nodeDisp $n 2] }
    }
    return $path
}
set a [run computed]
set b [run tested]
set most 0.0; set away 0.0
foreach x $a y $b {
    set most [expr {max($most, abs($x))}]
    set away [expr {max($away, abs($x - $y))}]
}
puts "away by less than 1e-5: [expr {$most > 1e-7 && $away < 1e-5*$most}]"
