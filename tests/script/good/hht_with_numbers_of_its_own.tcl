# alpha gamma beta, in this order: one step from rest without acceleration under a constant force F,
#   a+ = F/(M + alpha beta dt^2 K), u+ = beta dt^2 a+, v+ = gamma dt a+
foreach words {{HHT 0.9 0.7 0.4} {HHT 0.9}} gamma {0.7 0.6} beta {0.4 0.3025} {
    wipe
    model basic -ndm 1 -ndf 1
    node 1 0; node 2 0 -mass 2.0; fix 1 1
    uniaxialMaterial Elastic 1 30.0
    element zeroLength 1 1 2 -mat 1 -dir 1
    pattern Plain 1 Constant { load 2 5.0 }
    constraints Plain; numberer Plain; system BandGeneral; algorithm Linear
    integrator {*}$words
    analysis Transient
    analyze 1 0.1
    set a [expr {5.0/(2.0 + 0.9*$beta*0.01*30.0)}]
    foreach got [list [nodeDisp 2 1] [nodeVel 2 1] [nodeAccel 2 1]] want [list [expr {$beta*0.01*$a}] [expr {$gamma*0.1*$a}] $a] {
        if {abs($got - $want) > 1e-14} { error "$words: $got, not $want" }
    }
}
