# stdout: ^Plain same$
# stdout: ^Transformation same$
# stdout: ^Lagrange same$
# Free vibration u = 0.5 / 5 sin 5 t from the initial velocity 0.5 of a uniform excitation, whatever holds the other node.
foreach handler {Plain Transformation Lagrange} {
    wipe
    model basic -ndm 1 -ndf 1
    node 1 0
    node 2 1 -mass 4.0
    fix 1 1
    uniaxialMaterial Elastic 1 100.0
    element truss 1 1 2 1.0 1
    timeSeries Constant 1 -factor 0.0
    pattern UniformExcitation 1 1 -accel 1 -vel0 0.5
    constraints $handler
    numberer Plain
    system FullGeneral
    test NormDispIncr 1e-12 10
    algorithm Newton
    integrator Newmark 0.5 0.25
    analysis Transient
    analyze 1000 0.0005
    set held [expr {abs([nodeVel 1 1]) + abs([nodeAccel 1 1])}]
    puts "$handler [expr {$held < 1e-9 && abs([nodeDisp 2 1] - 0.1 * sin(2.5)) < 1e-5 ? {same} : {other}}]"
}
