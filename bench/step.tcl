# Microseconds per time step, best of five runs, one JSON line a row: what `make bench` prints.
#
#   shear   a shear building of n storeys: one freedom each, springs between neighbours
#   frame   an elastic plane frame, bays x storeys, three freedoms a node
#   braces  the 10 x 20 frame with 60 yielding braces (Steel01 trusses), Newton iterations
#
# All are shaken by a ground acceleration with Rayleigh damping and integrated by Newmark's average acceleration.
# Nothing is recorded. Set-up (assembly, factorisation) is not counted: a first short
# analyze precedes the clock. The peer column is OpenSees 3.8, best solver, best of seven, on a machine of this kind
# (factored once; for the braces 2.5 iterations a step); the ratio is peer / ours.

set peer {shear100 29 shear500 181 shear1000 380 shear2000 733 frame660 146 frame3780 956 braces660 1207}

proc quake {} {
    set a {}
    for {set i 0} {$i < 4000} {incr i} {
        lappend a [expr {2.0*sin(0.11*$i)*sin(0.003*$i) + 1.3*sin(0.37*$i+0.5) - 0.6*sin(0.81*$i)}]
    }
    timeSeries Path 1 -dt 0.01 -values $a
    pattern UniformExcitation 1 1 -accel 1
}

proc shear {n} {
    model basic -ndm 1 -ndf 1
    node 0 0
    fix 0 1
    uniaxialMaterial Elastic 1 [expr {4.0e4*$n}]
    for {set i 1} {$i <= $n} {incr i} {
        node $i 0 -mass 1.0
        element zeroLength $i [expr {$i-1}] $i -mat 1 -dir 1 -doRayleigh 1
    }
    rayleigh 0.2 0 0.0005 0
    return [list $n $n]
}

proc frame {bays storeys {braces 0}} {
    model basic -ndm 2 -ndf 3
    set w [expr {$bays+1}]
    for {set s 0} {$s <= $storeys} {incr s} {
        for {set b 0} {$b <= $bays} {incr b} {
            set tag [expr {$s*$w+$b+1}]
            node $tag [expr {6.0*$b}] [expr {3.5*$s}]
            if {$s} { mass $tag 20.0 20.0 0.5 } else { fix $tag 1 1 1 }
        }
    }
    geomTransf Linear 1
    set e 0
    for {set s 0} {$s <= $storeys} {incr s} {
        for {set b 0} {$b <= $bays} {incr b} {
            set tag [expr {$s*$w+$b+1}]
            if {$s < $storeys} { element elasticBeamColumn [incr e] $tag [expr {$tag+$w}] 0.16 3.0e7 2.1e-3 1 }
            if {$s && $b < $bays} { element elasticBeamColumn [incr e] $tag [expr {$tag+1}] 0.18 3.0e7 5.4e-3 1 }
        }
    }
    if {$braces} {
        uniaxialMaterial Steel01 1 2.0e4 2.0e8 0.02
        for {set s 0} {$s < $storeys} {incr s} {
            foreach b {1 4 7} {
                element truss [incr e] [expr {$s*$w+$b+1}] [expr {($s+1)*$w+$b+2}] 0.004 1
            }
        }
    }
    rayleigh 0.2 0 0.001 0
    return [list [expr {$storeys*$w+1}] [expr {3*$storeys*$w}]]
}

proc measure {name steps build newton} {
    global peer
    set best 1e30
    for {set k 0} {$k < 5} {incr k} {
        wipe
        foreach {top n} [eval $build] break
        quake
        constraints Plain
        numberer RCM
        system BandSPD
        test NormUnbalance 1.0e-6 20
        if {$newton} { algorithm Newton } else { algorithm Linear }
        integrator Newmark 0.5 0.25
        analysis Transient
        analyze 5 0.01
        set iterations 0
        set t [clock microseconds]
        if {$newton} {
            for {set i 0} {$i < $steps} {incr i} {
                if {[analyze 1 0.01] != 0} { error "step $i failed" }
                incr iterations [testIter]
            }
        } elseif {[analyze $steps 0.01] != 0} {
            error "analyze failed"
        }
        set t [expr {double([clock microseconds]-$t)/$steps}]
        if {$t < $best} { set best $t }
    }
    set line [format {"bench":"%s", "n":%d, "engine":"%s", "us_per_step":%.2f} $name $n [engine] $best]
    set key $name$n
    if {[dict exists $peer $key]} { append line [format {, "peer_us":%s, "ratio":%.1f} [dict get $peer $key] [expr {[dict get $peer $key]/$best}]] }
    if {$newton} { append line [format {, "iterations":%.2f} [expr {double($iterations)/$steps}]] }
    puts "\x7b$line\x7d"
    flush stdout
}

foreach n {100 500 1000 2000} { measure shear 3000 "shear $n" 0 }
measure frame 2000 {frame 10 20} 0
measure frame 1000 {frame 20 60} 0
measure braces 1000 {frame 10 20 1} 1
wipe
