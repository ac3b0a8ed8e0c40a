# A shear building in place of a frame: a mass a floor, a spring a storey, and the frame's lowest frequencies.
#
# The springs that have the frame's first mode, its frequency w and its shape phi alike,
#   k_i = w^2 sum_{j >= i} m_j phi_j / (phi_i - phi_{i-1}),
# are the first guess. Newton's method then changes them, no more than it must, until n frequencies are those of the frame: with lambda = w^2 and
#   J_rj = d ln lambda_r / d ln k_j = k_j (phi_j - phi_{j-1})_r^2 / sum_j k_j (phi_j - phi_{j-1})_r^2
# the smallest change is d ln k = J' (J J')^-1 ln(lambda wanted / lambda).

# The drifts of a mode of the model that is there now.
proc mode_drifts {mode} {
    global floors
    set below 0.0
    lmap f $floors {
        set drift [expr {[nodeEigenvector $f $mode 1] - $below}]
        set below [expr {$below + $drift}]
        set drift
    }
}

# The first guess, from the frame that is there now.
proc shear_guess {} {
    global floors
    set lambda [lindex [eigen 1] 0]
    set force 0.0
    set k {}
    foreach f [lreverse $floors] drift [lreverse [mode_drifts 1]] {
        set force [expr {$force + $lambda*[nodeMass $f 1]*[nodeEigenvector $f 1 1]}]
        set k [linsert $k 0 [expr {$force/$drift}]]
    }
    return $k
}

# The model; its nodes are called as those of the frame, 101 is the ground.
proc shear_model {k mass} {
    global floors
    wipe
    model basic -ndm 1 -ndf 1
    node 101 0.0
    fix 101 1
    set below 101
    foreach f $floors stiffness $k m $mass {
        node $f 0.0 -mass $m
        uniaxialMaterial Elastic $f $stiffness
        element twoNodeLink $f $below $f -mat $f -dir 1 -doRayleigh
        set below $f
    }
}

# x of A x = b; A symmetric and positive definite, row by row.
proc solved {A b} {
    set n [llength $b]
    for {set i 0} {$i < $n} {incr i} {
        for {set r 0} {$r < $n} {incr r} {
            if {$r == $i} continue
            set w [expr {[lindex $A $r $i]/[lindex $A $i $i]}]
            lset A $r [lmap x [lindex $A $r] y [lindex $A $i] { expr {$x - $w*$y} }]
            lset b $r [expr {[lindex $b $r] - $w*[lindex $b $i]}]
        }
    }
    set i -1
    return [lmap x $b { incr i; expr {$x/[lindex $A $i $i]} }]
}

proc dot {a b} { ::tcl::mathop::+ {*}[lmap x $a y $b { expr {$x*$y} }] }

# The springs whose building has these lowest w^2. Leaves that building behind.
proc shear_fit {k mass wanted} {
    set n [llength $wanted]
    for {set round 0} {$round < 30} {incr round} {
        shear_model $k $mass
        set miss [lmap want $wanted lambda [eigen -fullGenLapack $n] { expr {log($want/$lambda)} }]
        if {[dot $miss $miss] < 1e-20} { return $k }
        set J {}
        for {set r 1} {$r <= $n} {incr r} {
            set part [lmap kj $k d [mode_drifts $r] { expr {$kj*$d*$d} }]
            set all [::tcl::mathop::+ {*}$part]
            lappend J [lmap p $part { expr {$p/$all} }]
        }
        set y [solved [lmap a $J { lmap b $J { dot $a $b } }] $miss]
        set j -1
        set k [lmap kj $k { incr j; expr {$kj*exp([dot $y [lmap row $J { lindex $row $j }]])} }]
    }
    error "the shear building does not find the frequencies wanted"
}
