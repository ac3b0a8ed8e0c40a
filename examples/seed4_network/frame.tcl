# The tests of Mosqueda, Stojadinovic, Mahin, UCB/EERC 2005-02, chapter 6: a shear frame of two storeys whose columns are specimens; half a column is tested,
# so half the drift goes to the actuator and twice its force comes back.
defaultUnits -force kip -length in -time s -temp F
set g 386.1

# Test: stiffness of the storeys, is the first one to yield, peak of the earthquake over g (Table 6-1; stiffnesses as calibrated there, 7.3)
set tests {
    cosine   {k1 2.81 k2 2.82 yields 0}
    tabas50  {k1 2.74 k2 2.74 yields 0 peak 0.378}
    tabas150 {k1 2.74 k2 2.74 yields 1 peak 1.133}
}

# Material of a storey's specimen, of a cantilever (scale 1) or of the storey (scale 2).
proc specimen_material {tag test storey scale} {
    set k [dict get $test k$storey]
    if {$storey == 1 && [dict get $test yields]} {
        uniaxialMaterial BoucWenMosqueda $tag $k [expr {$scale*0.675}] 0.0 0.45 0.55 2
    } else {
        uniaxialMaterial Elastic $tag $k
    }
}

proc specimen_setup {storey} {
    expSetup OneActuator $storey -control $storey 1 -sizeTrialOut 1 1 \
        -ctrlDispFact 0.5 -ctrlVelFact 0.5 -daqDispFact 2.0 -daqVelFact 2.0 -daqForceFact 2.0
    expSite LocalSite $storey $storey
}

# The ground: five samples of nothing, a cosine of 0.6 s and 0.15 g, nothing; or Tabas (recorded or generated), 5.5.
proc ground {test} {
    global g
    if {[dict exists $test peak]} {
        earthquake 1 tabas-1978-sac-nf01 0.01 [expr {[dict get $test peak]*$g}] 0.5
    } else {
        set values {0 0 0 0 0}
        for {set i 0} {$i <= 60} {incr i} { lappend values [expr {0.15*$g*cos(2.0*acos(-1.0)*$i/60.0)}] }
        timeSeries Path 1 -dt 0.01 -values [concat $values 0 0]
    }
}

# Runs a test of so many steps. sites: a script that makes the sites 1 and 2, given the test; empty: no specimens. Answers a list of {u1 u2}, one a step.
proc run_frame {test steps sites} {
    global g
    wipe
    model basic -ndm 1 -ndf 1
    node 0 0.0
    fix 0 1
    foreach floor {1 2} { node $floor 0.0 -mass [expr {4.0/$g}] }
    if {$sites ne ""} { {*}$sites $test }
    foreach storey {1 2} {
        set k [dict get $test k$storey]
        if {$sites eq ""} {
            specimen_material $storey $test $storey 2.0
            element twoNodeLink $storey [expr {$storey - 1}] $storey -mat $storey -dir 1 -doRayleigh
        } else {
            expElement twoNodeLink $storey [expr {$storey - 1}] $storey -dir 1 -site $storey -initStif $k
        }
        region $storey -ele $storey -rayleigh 0.0 0.0 [expr {0.009842*2.8/$k}] 0.0
    }
    ground $test
    pattern UniformExcitation 1 1 -accel 1
    constraints Plain
    numberer Plain
    system Diagonal
    algorithm Linear
    integrator NewmarkExplicit 0.5
    analysis Transient
    set history {}
    for {set i 0} {$i < $steps} {incr i} {
        if {[analyze 1 0.01] != 0} { error "step $i did not succeed" }
        lappend history [list [nodeDisp 1 1] [nodeDisp 2 1]]
    }
    return $history
}

proc largest {history} {
    set most 0.0
    foreach x $history { set most [expr {max($most, abs([lindex $x 0]))}] }
    return $most
}

# Largest difference of two histories over the largest value of the second.
proc history_error {a b} {
    set most 0.0
    set worst 0.0
    foreach x $a y $b {
        foreach p $x q $y {
            set most [expr {max($most, abs($q))}]
            set worst [expr {max($worst, abs($p - $q))}]
        }
    }
    return [expr {$worst/$most}]
}
