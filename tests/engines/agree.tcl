# Every engine on the same tests: models x damping x integrators x specimens x size of the interface. Prints a line a test and engine:
#   engine | model damping integrator specimen interface | largest difference to engine dense over the largest motion
# words: the engines that are compared with dense.

proc link {tag i j mat ndf dirs} {
    global specimen
    if {$specimen eq "none"} return
    # the specimen is real: an experimental element on its own control, one a place
    expControl SimUniaxialMaterials $tag $mat
    expSetup OneActuator $tag -control $tag 1 -sizeTrialOut 1 1
    expSite LocalSite $tag $tag
    expElement twoNodeLink $tag $i $j -dir [lindex $dirs 0] -site $tag -initStif 300.0
}

# A material for specimen number k.
proc material {tag} {
    global specimen
    switch $specimen {
        linear   { uniaxialMaterial Elastic $tag 300.0 }
        yielding { uniaxialMaterial Steel02 $tag 2.0 300.0 0.03 15.0 0.925 0.15 }
        friction { uniaxialMaterial ElasticPP $tag 300.0 0.004 }
    }
}

proc shear {m} {
    model basic -ndm 1 -ndf 1
    node 1 0.0; fix 1 1
    uniaxialMaterial Elastic 1 1500.0
    for {set i 2} {$i <= 31} {incr i} {
        node $i 0.0 -mass 1.0
        element zeroLength $i [expr {$i-1}] $i -mat 1 -dir 1 -doRayleigh 1
    }
    for {set k 0} {$k < $m} {incr k} { material [expr {100+$k}]; link [expr {100+$k}] [expr {1+$k}] [expr {2+$k}] [expr {100+$k}] 1 {1} }
    return {{31 1} {2 1} {16 1}}
}

proc frame2d {m} {
    model basic -ndm 2 -ndf 3
    set bays 3; set floors 7
    for {set f 0} {$f <= $floors} {incr f} { for {set b 0} {$b <= $bays} {incr b} {
        set n [expr {1+$b+10*$f}]
        node $n [expr {4.0*$b}] [expr {3.0*$f}]
        if {$f == 0} { fix $n 1 1 1 } else { mass $n 1.0 1.0 0.1 }
    }}
    geomTransf Linear 1
    set e 1000
    for {set f 1} {$f <= $floors} {incr f} { for {set b 0} {$b <= $bays} {incr b} {
        set n [expr {1+$b+10*$f}]
        element elasticBeamColumn [incr e] [expr {$n-10}] $n 0.02 5.0e4 0.05 1
        if {$b > 0} { element elasticBeamColumn [incr e] [expr {$n-1}] $n 0.02 5.0e4 0.04 1 }
    }}
    for {set k 0} {$k < $m} {incr k} {
        set n [expr {11 + ($k % 4) + 10*($k/4)}]
        material [expr {100+$k}]; link [expr {100+$k}] [expr {$n-10}] $n [expr {100+$k}] 3 {2}
    }
    return {{74 1} {11 1} {43 2}}
}

proc frame3d {m} {
    model basic -ndm 3 -ndf 6
    set floors 5
    for {set f 0} {$f <= $floors} {incr f} { foreach {b x y} {0 0 0 1 5 0 2 5 4 3 0 4} {
        set n [expr {1+$b+10*$f}]
        node $n $x $y [expr {3.0*$f}]
        if {$f == 0} { fix $n 1 1 1 1 1 1 } else { mass $n 1.0 1.0 1.0 0.1 0.1 0.1 }
    }}
    geomTransf Linear 1 1 0 0
    geomTransf Linear 2 0 0 1
    set e 1000
    for {set f 1} {$f <= $floors} {incr f} { for {set b 0} {$b < 4} {incr b} {
        set n [expr {1+$b+10*$f}]
        element elasticBeamColumn [incr e] [expr {$n-10}] $n 0.02 5.0e4 2.0e4 0.01 0.05 0.04 1
        element elasticBeamColumn [incr e] $n [expr {1+($b+1)%4+10*$f}] 0.02 5.0e4 2.0e4 0.01 0.03 0.04 2
    }}
    for {set k 0} {$k < $m} {incr k} {
        set n [expr {11 + ($k % 4) + 10*($k/4)}]
        material [expr {100+$k}]; link [expr {100+$k}] [expr {$n-10}] $n [expr {100+$k}] 6 {2}
    }
    return {{53 1} {11 1} {32 2}}
}

proc tower {m} {
    model basic -ndm 2 -ndf 2
    set floors 12
    uniaxialMaterial Elastic 1 4.0e4
    for {set f 0} {$f <= $floors} {incr f} { foreach b {0 1} {
        set n [expr {1+$b+10*$f}]
        node $n [expr {2.0*$b}] [expr {2.0*$f}]
        if {$f == 0} { fix $n 1 1 } else { mass $n 1.0 1.0 }
    }}
    set e 1000
    for {set f 1} {$f <= $floors} {incr f} {
        set n [expr {1+10*$f}]
        element Truss [incr e] [expr {$n-10}] $n 0.05 1 -doRayleigh 1
        element Truss [incr e] [expr {$n-9}] [expr {$n+1}] 0.05 1 -doRayleigh 1
        element Truss [incr e] $n [expr {$n+1}] 0.05 1 -doRayleigh 1
        element Truss [incr e] [expr {$n-10}] [expr {$n+1}] 0.02 1 -doRayleigh 1
        element Truss [incr e] [expr {$n-9}] $n 0.02 1 -doRayleigh 1
    }
    for {set k 0} {$k < $m} {incr k} {
        set n [expr {11 + ($k % 2) + 10*($k/2)}]
        material [expr {100+$k}]; link [expr {100+$k}] [expr {$n-10}] $n [expr {100+$k}] 2 {2}
    }
    return {{121 1} {11 1} {72 2}}
}

# The plane frame with five braces that yield, which stand at the interface with a deformation each, and beside specimens a bar of large displacements, whose
# unknowns do: the third brace ends at its node.
proc braced {m} {
    set watched [frame2d $m]
    uniaxialMaterial Steel01 50 1.2 250.0 0.04
    for {set f 0} {$f < 5} {incr f} {
        element Truss [expr {2000+$f}] [expr {2+10*$f}] [expr {13+10*$f}] 2.0 50 -doRayleigh 1
    }
    uniaxialMaterial Elastic 51 120.0
    element corotTruss 2100 33 44 1.5 51 -doRayleigh 1
    return $watched
}

# The plane frame as another program gives it: by its matrices, node 3 i - 2 the freedom along x of its i-th node; ground node 9001.
proc matrices {m} {
    if {![file exists frame]} {
        frame2d 0
        exportMatrices frame
        wipe
    }
    model basic -ndm 1 -ndf 1
    matrixModel -K frame/K.mtx -M frame/M.mtx -load frame/iota.mtx -inertia frame/inertia.mtx
    node 9001 0.0; fix 9001 1
    for {set k 0} {$k < $m} {incr k} {
        set from [expr {$k < 4 ? 9001 : 3*($k - 4) + 1}]
        material [expr {100+$k}]; link [expr {100+$k}] $from [expr {3*$k + 1}] [expr {100+$k}] 1 {1}
    }
    return {{82 1} {1 1} {41 1}}
}

proc damp {kind} {
    if {$kind eq "rayleigh"} { rayleigh 0.3 0.0 0.0008 0.0 } else { eigen 8; modalDamping 0.04 }
}

# Test and algorithm of an integrator.
proc solution {name} {
    switch -glob $name {
        *HSFixedNumIter* { test FixedNumIter 5; algorithm ModifiedNewton -initial }
        *HSIncr*         { test NormUnbalance 1e-11 200; algorithm ModifiedNewton -initial }
        Newmark - HHT - Houbolt - BackwardEuler - TRBDF? { test NormUnbalance 1e-11 100; algorithm Newton }
        default          { test NormUnbalance 1e-11 100; algorithm Linear -initial }
    }
}

# The motion of some nodes in every step.
proc history {engine model damping integrator m steps} {
    wipe; wipeExp
    set watched [$model $m]
    damp $damping
    timeSeries Trig 1 0.0 100.0 0.9 -factor 1.5
    pattern UniformExcitation 1 1 -accel 1
    constraints Plain; numberer RCM; system BandGeneral
    solution [lindex $integrator 0]
    eval integrator $integrator
    analysis Transient
    eval engine $engine
    set out {}
    for {set i 0} {$i < $steps} {incr i 30} {
        if {[analyze 30 0.005] != 0} { error "no answer after $i steps" }
        foreach w $watched { lappend out [nodeDisp {*}$w] [expr {0.1*[nodeVel {*}$w]}] [expr {0.01*[nodeAccel {*}$w]}] }
    }
    return $out
}

proc difference {a b} {
    set top 0.0; set most 0.0
    foreach x $a y $b { set top [expr {max($top, abs($x))}]; set most [expr {max($most, abs($x-$y))}] }
    return [expr {$most/$top}]
}

# All engines against dense.
proc compare {model damping integrator m} {
    global engines specimen
    set name "$model $damping [lindex $integrator 0] $specimen $m"
    set right [history dense $model $damping $integrator $m 120]
    foreach engine $engines {
        if {[catch {format %.2e [difference $right [history $engine $model $damping $integrator $m 120]]} answer]} { set answer "error $answer" }
        puts "$engine | $name | $answer"
    }
}

set engines $argv
foreach model {shear frame2d frame3d tower braced matrices} {
    foreach damping {rayleigh modal} {
        foreach integrator {{Newmark 0.5 0.25} {HHT 0.9} {AlphaOS 0.9} {KRAlphaExplicit 0.8} {Dorka 0.25 0.5 -substeps 4}} {
            foreach specimen {linear yielding friction} {
                foreach m {1 3 20} { compare $model $damping $integrator $m }
            }
        }
    }
}

# Methods that command several times a step, and those whose coefficients change: a specimen that yields remembers every command.
foreach model {shear frame2d} {
    foreach integrator {{NewmarkHSFixedNumIter 0.5 0.25} {HHTHSFixedNumIter 0.8} {HHTHSFixedNumIter_TP 0.8} {CollocationHSFixedNumIter 1.2} {NewmarkHSIncrReduct 0.5 0.25 0.6}
            {HHTHSIncrLimit 0.8 0.001} {FHT -0.1} {FHT -0.1 -correction} {ThewaltMahin -0.1 -chases 8} {Houbolt} {BackwardEuler} {TRBDF2} {TRBDF3} {ExplicitBathe 0.54}} {
        foreach specimen {yielding friction} {
            foreach m {1 3} { compare $model rayleigh $integrator $m }
        }
    }
}
