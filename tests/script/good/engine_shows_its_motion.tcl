# stdout: ^nothing yet:$
# stdout: ^shown$
# The motion of all nodes for displays: the same numbers with every engine, at the step it says.
proc chain {} {
    wipe
    model basic -ndm 1 -ndf 1
    node 1 0.0; fix 1 1
    uniaxialMaterial Elastic 1 400.0
    uniaxialMaterial Steel01 2 6.0 400.0 0.05
    for {set i 1} {$i <= 8} {incr i} {
        node [expr {$i+1}] 0.0 -mass 1.0
        element zeroLength $i $i [expr {$i+1}] -mat [expr {$i == 1 ? 2 : 1}] -dir 1
    }
    timeSeries Trig 1 0 100 0.9
    pattern Plain 1 1 { load 9 6.0 }
    test NormUnbalance 1e-12 50; algorithm Newton; integrator Newmark 0.5 0.25; analysis Transient
}
chain
engine dense
for {set k 1} {$k <= 80} {incr k} {
    analyze 1 0.01
    for {set n 1} {$n <= 9} {incr n} { set right($k,$n) [nodeDisp $n 1] }
}
puts "nothing yet:[displayMotion]"
foreach engine {impulse modal condensed band} {
    chain
    eval engine $engine
    displayMotion 1000
    for {set k 1} {$k <= 80} {incr k} {
        analyze 1 0.01
        set m [displayMotion]
        if {$m eq {} || ![dict exists [dict get $m nodes] 9]} continue
        set at [dict get $m step]
        if {abs([dict get $m time] - 0.01*$at) > 1e-9 || [dict get $m behind] < 0} { error "$engine: step $at: $m" }
        dict for {n u} [dict get $m nodes] {
            if {!(abs($u - $right($at,$n)) <= 1e-10)} { error "engine $engine, step $at, node $n: $u where $right($at,$n) is right" }
        }
        set seen($engine) 1
    }
    # a thread needs its time
    for {set k 0} {![info exists seen($engine)] && $k < 15000} {incr k} {
        after 1
        if {[displayMotion] ne {}} { set seen($engine) 1 }
    }
    if {![info exists seen($engine)]} { error "engine $engine showed nothing" }
    displayMotion 0
}
puts shown
