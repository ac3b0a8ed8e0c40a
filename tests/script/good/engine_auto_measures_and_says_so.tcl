# stderr: engine +median +99\.9 % +worst +set-up +memory
# stderr: condensed -solver sparse .* us
# stderr: \* (condensed|modal|impulse) -solver
# stdout: moved 20$
# stderr: not tried beyond 4000 unknowns
# stdout: moved 4010
# After wipe another structure is measured anew: what was the best way for the first says nothing of it.
proc measured {n} {
    wipe
    model basic -ndm 1 -ndf 1
    node 1 0.0; fix 1 1
    uniaxialMaterial Elastic 1 800.0
    uniaxialMaterial Steel01 2 2.0 800.0 0.05
    for {set i 2} {$i <= $n + 1} {incr i} {
        node $i 0.0 -mass 1.0
        element zeroLength $i [expr {$i-1}] $i -mat [expr {$i == 2 ? 2 : 1}] -dir 1
    }
    timeSeries Trig 1 0 10 0.7
    pattern UniformExcitation 1 1 -accel 1
    test NormUnbalance 1e-11 50; algorithm Newton; integrator Newmark 0.5 0.25; analysis Transient
    analyze 100 0.01
    if {abs([nodeDisp [expr {$n + 1}] 1]) > 1e-6 && abs([getTime] - 1.0) < 1e-9} { puts "moved $n" }
}
engine auto -period 0.5 -time 0.02
measured 20
measured 4010
