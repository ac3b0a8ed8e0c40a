# For scripts about modal damping: two masses and a freedom without mass on springs, pushed for a moment and left alone; where the masses are after 100 steps.
# words: what is said before the first step.
proc modal_decay {words} {
    wipe
    model basic -ndm 1 -ndf 1
    foreach i {1 2 3 4} { node $i 0.0 }
    fix 1 1
    mass 2 1.0
    mass 3 1.0
    uniaxialMaterial Elastic 1 100.0
    foreach i {1 2 3} { element zeroLength $i $i [expr {$i + 1}] -mat 1 -dir 1 }
    timeSeries Rectangular 1 0.0 0.1
    pattern Plain 1 1 { load 2 3.0 }
    constraints Plain
    numberer Plain
    system BandGeneral
    algorithm Linear
    integrator Newmark 0.5 0.25
    analysis Transient
    uplevel #0 $words
    # equations are made anew when the model has changed
    timeSeries Constant 2
    if {[analyze 100 0.02]} { error "no steps" }
    return [list [nodeDisp 2 1] [nodeDisp 3 1]]
}
