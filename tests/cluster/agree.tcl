# Three structures, each with every engine on ranks and with dense: the largest difference of the histories of displacement, over the largest displacement.
# Prints a line "engine structure difference" each.

# A shear building of 40 storeys, 2 % damping; the first storey is a specimen that yields, Dorka's algorithm with four sub-steps.
proc shear {} {
    model basic -ndm 1 -ndf 1
    node 0 0
    fix 0 1
    for {set i 1} {$i <= 40} {incr i} {
        node $i 0 -mass [expr {1.0 + 0.1*($i % 3)}]
        if {$i == 1} { continue }
        uniaxialMaterial Elastic $i [expr {4000.0*(1.0 + 0.5*($i % 4))}]
        element zeroLength $i [expr {$i - 1}] $i -mat $i -dir 1
    }
    uniaxialMaterial Steel01 1 60.0 6000.0 0.1
    expControl SimUniaxialMaterials 1 1
    expSetup OneActuator 1 -control 1 1 -sizeTrialOut 1 1
    expSite LocalSite 1 1
    expElement twoNodeLink 1 0 1 -dir 1 -site 1 -initStif 6000.0
    rayleigh 0.1 0 0.0005 0
    shake 3.0
    constraints Plain
    algorithm Linear
    integrator Dorka -substeps 4
    return {1 20 40}
}

# A plane frame, 4 bays and 8 storeys, rigid floors by Lagrange multipliers: symmetric, not definite.
proc frame {} {
    model basic -ndm 2 -ndf 3
    geomTransf Linear 1
    set e 0
    for {set s 0} {$s <= 8} {incr s} {
        for {set b 0} {$b <= 4} {incr b} {
            set n [expr {100*$s + $b}]
            node $n [expr {5.0*$b}] [expr {3.5*$s}] {*}[expr {$s ? {-mass 2.0 2.0 0.1} : {}}]
            if {$s == 0} { fix $n 1 1 1; continue }
            element elasticBeamColumn [incr e] [expr {$n - 100}] $n 0.02 2.0e5 0.0004 1
            if {$b == 0} { continue }
            element elasticBeamColumn [incr e] [expr {$n - 1}] $n 0.03 2.0e5 0.0006 1
            equalDOF [expr {100*$s}] $n 1
        }
    }
    rayleigh 0.3 0 0.002 0
    shake 2.0
    constraints Lagrange
    algorithm Linear
    integrator HHT 0.9
    return {400 804}
}

# A tower of trusses in space, 12 storeys, braces that yield, Newton's method.
proc tower {} {
    model basic -ndm 3 -ndf 3
    uniaxialMaterial Elastic 1 2.0e5
    uniaxialMaterial Steel01 2 150.0 2.0e5 0.03
    set e 0
    for {set s 0} {$s <= 12} {incr s} {
        for {set c 0} {$c < 4} {incr c} {
            set n [expr {10*$s + $c}]
            node $n [expr {$c in {1 2} ? 2.0 : 0.0}] [expr {$c > 1 ? 2.0 : 0.0}] [expr {2.5*$s}] {*}[expr {$s ? {-mass 0.4 0.4 0.4} : {}}]
            if {$s == 0} { fix $n 1 1 1; continue }
            element truss [incr e] [expr {$n - 10}] $n 0.004 1
            element truss [incr e] [expr {10*$s - 10 + ($c + 1) % 4}] $n 0.001 2
            element truss [incr e] [expr {10*$s - 10 + ($c + 3) % 4}] $n 0.001 2
            if {$c} { element truss [incr e] [expr {$n - 1}] $n 0.002 1 }
        }
        if {$s} {
            element truss [incr e] [expr {10*$s}] [expr {10*$s + 3}] 0.002 1
            element truss [incr e] [expr {10*$s}] [expr {10*$s + 2}] 0.002 1
        }
    }
    rayleigh 0.2 0 0.001 0
    shake 4.0
    constraints Plain
    test NormDispIncr 1.0e-12 30
    algorithm Newton
    integrator Newmark 0.5 0.25
    return {60 121}
}

proc shake {peak} {
    timeSeries Sine 1 0.0 10.0 0.7 -factor $peak
    pattern UniformExcitation 1 1 -accel 1
}

# Displacements of some nodes in 100 steps.
proc history {structure engine} {
    wipe
    wipeExp
    set nodes [$structure]
    numberer RCM
    system UmfPack
    engine {*}$engine
    analysis Transient
    set h {}
    for {set i 0} {$i < 100} {incr i} {
        if {[analyze 1 0.02] != 0} { error "$structure, $engine: step $i failed" }
        foreach n $nodes { lappend h [nodeDisp $n 1] }
    }
    if {[lindex [engine] 0] ne [lindex $engine 0]} { error "the engine was [engine], not $engine" }
    return $h
}

foreach structure {shear frame tower} {
    set wanted [history $structure dense]
    set peak [tcl::mathfunc::max {*}[lmap x $wanted {expr {abs($x)}}]]
    foreach engine {mumps scalapack {scalapack -single}} {
        set apart [tcl::mathfunc::max {*}[lmap x $wanted y [history $structure $engine] {expr {abs($x - $y)}}]]
        puts "[join $engine {}] $structure [expr {$apart/$peak}]"
    }
}
