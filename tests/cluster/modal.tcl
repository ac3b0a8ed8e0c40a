# What a structure does with an engine, to the last digit: a line "name number number ..." a structure. Words: the engine's.

# Eight masses on springs, the third of which yields; the method of the words moves them.
proc chain {words} {
    model basic -ndm 1 -ndf 1
    node 0 0
    fix 0 1
    uniaxialMaterial Elastic 1 400.0
    uniaxialMaterial Steel01 2 6.0 400.0 0.05
    for {set i 1} {$i <= 8} {incr i} {
        node $i 0 -mass [expr {1.0 + 0.2*($i % 3)}]
        element zeroLength $i [expr {$i - 1}] $i -mat [expr {$i == 3 ? 2 : 1}] -dir 1
    }
    rayleigh 0.3 0 0 0
    test NormUnbalance 1e-12 50
    algorithm {*}[expr {[lindex $words 0] eq "Newmark" ? "Newton" : "Linear -initial"}]
    integrator {*}$words
}

proc quake {} {
    timeSeries Path 9 -dt 0.02 -values {0 1.5 3 -2 -4 2.5 1 -1 0.5 0} -factor 2.0
    pattern UniformExcitation 9 1 -accel 9
}

proc implicit {} { chain {Newmark 0.5 0.25}; quake }
proc explicit {} { chain {KRAlphaExplicit 0.8}; quake }
# a method that asks for forces after its solution, where they count
proc late {} { chain {AlphaOS_TP 0.9}; quake }

# Loads that follow two series and one that does not.
proc loads {} {
    chain {Newmark 0.5 0.25}
    timeSeries Sine 1 0.0 10.0 0.7 -factor 3.0
    timeSeries Linear 2
    pattern Plain 1 1 { load 8 1.0; load 2 0.5 -const }
    pattern Plain 2 2 { load 5 -2.0 }
}

# Held at its other end, too, by a support that moves on its own.
proc supports {} {
    chain {Newmark 0.5 0.25}
    node 9 0
    element zeroLength 9 8 9 -mat 1 -dir 1
    timeSeries Sine 1 0.0 10.0 0.6 -factor 0.02
    pattern MultipleSupport 1 {
        groundMotion 1 Plain -disp 1
        imposedMotion 9 1 1
    }
    quake
}

# Fewer modes than ranks.
proc small {} {
    model basic -ndm 1 -ndf 1
    node 0 0
    fix 0 1
    node 1 0 -mass 1.0
    uniaxialMaterial Steel01 1 6.0 400.0 0.05
    element zeroLength 1 0 1 -mat 1 -dir 1
    test NormUnbalance 1e-12 50
    algorithm Newton
    integrator Newmark 0.5 0.25
    quake
}

# fewer modes than there are: the one mass has no fewer
foreach structure [expr {"-modes" in $argv ? {implicit explicit late loads supports} : {implicit explicit late loads supports small}}] {
    wipe
    $structure
    constraints Transformation
    numberer RCM
    system BandGeneral
    analysis Transient
    engine {*}$argv
    set told $structure
    # a few at a time, other steps in between, everything asked for after some
    foreach {n dt} {1 0.02 30 0.02 5 0.01 24 0.02} {
        if {[analyze $n $dt] != 0} { error "$structure: no answer" }
        foreach node [expr {$structure eq "small" ? {1} : {1 3 8}}] { lappend told [nodeDisp $node 1] [nodeVel $node 1] [nodeAccel $node 1] }
    }
    puts $told
}
