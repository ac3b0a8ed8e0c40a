# Models of bench/engines.c. Each procedure builds one, all of them shaken by a sine, and answers {node node uy}: two nodes whose drift along x is looked at,
# and the drift at which what stands between them yields. kN, m, s, Mg.

# A tested member along x between two nodes that yields at the drift uy: a material in this process behind rig, setup and site.
proc specimen {ndm tag from to k uy} {
    uniaxialMaterial Steel01 $tag [expr {$k*$uy}] $k 0.05
    expControl SimUniaxialMaterials $tag $tag
    expSetup OneActuator $tag -control $tag 1 -sizeTrialOut 1 1
    expSite LocalSite $tag $tag
    if {$ndm == 1} {
        expElement twoNodeLink $tag $from $to -dir 1 -site $tag -initStif $k -noRayleigh
    } else {
        expElement truss $tag $from $to -site $tag -initStif $k -noRayleigh
    }
    return [list $from $to $uy]
}

proc shaken {period amplitude} {
    timeSeries Trig 1 0.0 1e9 $period -factor $amplitude
    pattern UniformExcitation 1 1 -accel 1
}

proc explicit {} {
    constraints Plain
    numberer AMD
    system SparseSYM
    algorithm Linear -initial
    integrator AlphaOS 0.9
    analysis Transient
}

# n storeys, with the specimen in the second.
proc shear {n} {
    generate ShearBuilding $n -zeta 0.02 -f1 0.5 -f2 20
    set found [specimen 1 9000001 2 3 1e5 1e-3]
    shaken 0.5 3.0
    explicit
    return $found
}

# The same with damping by the masses alone: classical whatever the specimen is, as engine modal needs it.
proc plain_shear {n} {
    generate ShearBuilding $n
    rayleigh 0.2 0 0 0
    set found [specimen 1 9000001 2 3 1e5 1e-3]
    shaken 0.5 3.0
    explicit
    return $found
}

# A building in space, n storeys of 96 freedoms, with a tested brace in the first storey: from the ground to the node above the next.
proc space {n} {
    set g [generate SpaceFrame 3 3 $n -gyration 0.5 -zeta 0.02 -f1 0.2 -f2 10]
    lassign [dict get $g nodes] first level
    set found [specimen 3 9000001 $first [expr {$first + $level + 1}] 1e5 1e-4]
    shaken 0.5 3.0
    explicit
    return $found
}

# A lattice tower, n storeys of 75 freedoms, with a tested diagonal at its foot.
proc tower {n} {
    set g [generate TrussTower $n -cells 4 -zeta 0.02 -f1 0.2 -f2 20]
    lassign [dict get $g nodes] first level
    set found [specimen 3 9000001 $first [expr {$first + $level + 1}] 1e5 1e-5]
    shaken 0.5 3.0
    explicit
    return $found
}

# The 10 x 20 frame with 60 yielding braces of bench/step.tcl, under its motion, Newton iterations. betaK: damping by the present tangent, which keeps the
# program from updating one factor: every iteration factors anew.
proc braces {betaK} {
    set g [generate PlaneFrame 10 20 -columnA 0.16 -columnI 2.1e-3 -beamA 0.18 -beamI 5.4e-3 -E 3.0e7 -gyration 0.158]
    lassign [dict get $g nodes] first level
    uniaxialMaterial Steel01 1 2.0e4 2.0e8 0.02
    set tag 9000000
    for {set s 0} {$s < 20} {incr s} {
        foreach b {1 4 7} {
            element truss [incr tag] [expr {$first + $s*$level + $b}] [expr {$first + ($s + 1)*$level + $b + 1}] 0.004 1 -doRayleigh 1
        }
    }
    rayleigh 0.2 $betaK 0.001 0
    set a {}
    for {set i 0} {$i < 4000} {incr i} { lappend a [expr {2.0*sin(0.11*$i)*sin(0.003*$i) + 1.3*sin(0.37*$i + 0.5) - 0.6*sin(0.81*$i)}] }
    timeSeries Path 1 -dt 0.01 -values $a
    pattern UniformExcitation 1 1 -accel 1
    constraints Plain
    numberer AMD
    system SparseSYM
    test NormUnbalance 1e-6 20
    algorithm Newton
    integrator Newmark 0.5 0.25
    analysis Transient
    # a brace of 3.5 x 6 m yields at fy/E of its length
    return [list [expr {$first + 1}] [expr {$first + $level + 2}] [expr {1e-4*(36.0 + 12.25)/6.0}]]
}
