# stdout: ^sparse: pushed 0, pulled -3$
# stdout: ^condensed: pushed 0, pulled -3$
# A member both of whose ends are prescribed, in tension that its concrete does not bear, gives forces that are no numbers; no unknown feels them, and the
# step fails all the same. In compression it goes on.
foreach engine {sparse condensed} {
    foreach {name to} {pushed -0.001 pulled 0.001} {
        wipe
        model basic -ndm 2 -ndf 3
        node 1 0 0; node 2 3 0; node 3 5 0; node 4 6 0 -mass 1 1 1
        fix 1 1 1 1; fix 3 1 1 1; fix 4 0 1 1
        uniaxialMaterial Concrete01 1 -30 -0.002 -6 -0.006
        uniaxialMaterial Elastic 9 100
        section Fiber 5 {patch rect 1 8 1 -0.25 -0.15 0.25 0.15}
        geomTransf Linear 1
        element forceBeamColumn 1 1 2 5 5 1
        element truss 2 3 4 1 9
        timeSeries Linear 1
        pattern Plain 1 1 {sp 2 1 $to; sp 2 2 0.0; sp 2 3 0.0; load 4 1 0 0}
        constraints Transformation; numberer Plain; system FullGeneral; test NormUnbalance 1e-8 20; algorithm Newton
        integrator Newmark 0.5 0.25; analysis Transient
        engine $engine
        set $name [analyze 1 0.1]
    }
    puts "$engine: pushed $pushed, pulled $pulled"
}
