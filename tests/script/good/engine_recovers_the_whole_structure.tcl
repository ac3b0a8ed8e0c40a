# stdout: same
# stderr: engine impulse, an interface of 1
# A node that nobody watched, asked for after the run, and an element force: the answers of the whole method.
proc answer {engine} {
    wipe
    model basic -ndm 1 -ndf 1
    node 1 0.0; fix 1 1
    uniaxialMaterial Elastic 1 800.0
    uniaxialMaterial Steel01 2 2.0 800.0 0.05
    for {set i 2} {$i <= 21} {incr i} {
        node $i 0.0 -mass 1.0
        element zeroLength $i [expr {$i-1}] $i -mat [expr {$i == 2 ? 2 : 1}] -dir 1
    }
    timeSeries Trig 1 0 10 0.7
    pattern UniformExcitation 1 1 -accel 1
    test NormUnbalance 1e-11 50; algorithm Newton; integrator HHT 0.9; analysis Transient
    engine $engine
    if {[analyze 200 0.01] != 0} { error "no answer" }
    return [list [nodeDisp 13 1] [nodeVel 21 1] [nodeAccel 9 1] [lindex [eleForce 17] 0] [nodeDisp 2 1]]
}
set right [answer sparse]
foreach engine {condensed modal impulse} {
    foreach x $right y [answer $engine] {
        if {abs($x - $y) > 1e-9*abs($x) + 1e-12} { error "$engine: $y for $x" }
    }
}
puts same
