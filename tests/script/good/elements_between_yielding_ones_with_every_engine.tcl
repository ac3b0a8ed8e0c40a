# stdout: ^modal right$
# stdout: ^impulse right$
# stdout: ^condensed right$
# A spring that stays linear between two that yield: engines that keep the motion of their nodes from step to step said its force from displacements of an
# earlier step with methods that ask elements elsewhere than at the nodes; so did a recorder.
proc forces {engine integrator algorithm} {
    wipe
    model basic -ndm 1 -ndf 1
    foreach i {1 2 3 4 5 6} { node $i 0; mass $i 1.0 }
    fix 1 1
    uniaxialMaterial Elastic 1 2000
    uniaxialMaterial Steel01 2 1.0 2000 0.05
    foreach i {1 2 3 4 5} material {2 2 1 2 1} { element zeroLength $i $i [expr {$i + 1}] -mat $material -dir 1 }
    timeSeries Sine 1 0 1000 0.7 -factor 4.0
    pattern UniformExcitation 1 1 -accel 1
    constraints Transformation; numberer RCM; system BandGeneral; test FixedNumIter 4; algorithm {*}$algorithm; integrator {*}$integrator; analysis Transient
    engine {*}$engine
    recorder Element -file force.out -ele 3 force
    analyze 37 0.01
    set said {}
    foreach e {3 4 5 2 1} { lappend said [lindex [eleForce $e] 1] }
    remove recorders
    set file [open force.out]
    foreach line [split [string trim [read $file]] \n] { lappend said [lindex $line 1] }
    close $file
    return $said
}
foreach engine {modal {impulse -steps 60} condensed} {
    set off 0
    foreach {integrator algorithm} {
        {HHTHSFixedNumIter 0.8} Newton {CollocationHSFixedNumIter 1.4} Newton {NewmarkHSFixedNumIter 0.5 0.25} Newton {HHTGeneralizedExplicit 0.9 0.8} Linear
        {AlphaOS 0.9} {Linear -initial} {FHT -0.25} Linear {ThewaltMahin -0.1} Linear {Dorka 0.25 0.5 -substeps 4} Linear
    } {
        foreach x [forces $engine $integrator $algorithm] y [forces dense $integrator $algorithm] { set off [expr {max($off, abs($x - $y))}] }
    }
    puts "[lindex $engine 0] [expr {$off < 1e-8 ? {right} : $off}]"
}
