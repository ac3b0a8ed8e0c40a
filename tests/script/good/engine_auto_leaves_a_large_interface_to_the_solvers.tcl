# Sixty braces are an interface of sixty deformations, on which Newton's method costs little. Where their damping follows their tangent they stand there with
# their unknowns, more than half of the frame's: Newton's method on those alone would take longer than on all.
proc braced {damping} {
    wipe
    set g [generate PlaneFrame 10 20 -gyration 0.2]
    lassign [dict get $g nodes] first level
    uniaxialMaterial Steel01 9 2.0e4 2.0e8 0.02
    set tag 9000000
    for {set s 0} {$s < 20} {incr s} {
        foreach b {1 4 7} { element truss [incr tag] [expr {$first + $s*$level + $b}] [expr {$first + ($s + 1)*$level + $b + 1}] 0.004 9 -doRayleigh 1 }
    }
    rayleigh {*}$damping
    timeSeries Trig 1 0 10 0.5 -factor 3.0
    pattern UniformExcitation 1 1 -accel 1
    constraints Plain
    numberer AMD
    test NormUnbalance 1e-6 20
    algorithm Newton
    integrator Newmark 0.5 0.25
    analysis Transient
    engine auto -time 0.01
    if {[analyze 3 0.01] != 0} { error "a step failed" }
    return [engine]
}
set took [braced {0.1 0.001 0.0 0.0}]
if {$took ni {sparse band dense}} { error "it took $took" }
set took [braced {0.1 0.0 0.001 0.0}]
if {$took in {sparse band dense}} { error "it took $took" }
