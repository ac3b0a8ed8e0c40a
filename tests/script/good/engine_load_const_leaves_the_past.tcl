# silent: WARNING
# The load of a step that was made stays what it was, when the factors of patterns are frozen afterwards.
proc run {engine} {
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
    eval engine $engine
    analyze 100 0.01
    loadConst
    set first [nodeDisp 6 1]
    analyze 50 0.01
    return [list $first [nodeDisp 6 1]]
}
set right [run sparse]
foreach engine {condensed modal impulse} {
    foreach a $right b [run $engine] {
        if {!(abs($a - $b) < 1e-9)} { error "engine $engine: $b where $a is right" }
    }
}
