# Random models on every engine: shear buildings, plane and space frames, towers of bars, some badly scaled and some singular, with random damping, specimen and
# integrator. words: how many models, then the engines that are compared with dense. Prints a line a model and engine:
#   engine | number kind damping integrator specimen scale | largest difference to engine dense over the largest value, or words | right or wrong
# Compared are displacement, velocity, acceleration of watched freedoms and reactions, each over its own largest value. Singular models are refused by all.
#
# How far apart answers may lie is asked of engine dense, which runs twice more. First with springs to the ground at all freedoms of random parts of 1e-12 of the
# largest stiffness: a stable solver answers for a matrix that is wrong by a few hundred roundings of its norm, 5e-14, and moves the answer a twentieth as far.
# Then with a test ten times as loose: where steps are iterated, answers lie as far apart as iterations leave them. Besides that 1e-10 for sums in another
# order; in single precision 1e-4, and 2^29 times as much by the solver.

# Numbers from 0 to 1, the same on every machine.
proc chance {} {
    global state
    set state [expr {($state*6364136223846793005 + 1442695040888963407) & 0xffffffffffffffff}]
    expr {($state >> 11)/9007199254740992.0}
}
proc between {low high} { expr {$low + ($high - $low)*[chance]} }
proc whole {low high} { expr {$low + int(floor([chance]*($high - $low + 1)))} }
proc pick {list} { lindex $list [whole 0 [expr {[llength $list] - 1}]] }

# A stiffness; of badly scaled models every fifth is a million times as large.
proc stiff {low high} {
    global scale
    set k [between $low $high]
    expr {$scale eq "bad" && [chance] < 0.2 ? 1e6*$k : $k}
}

# Springs to the ground, small against the largest stiffness, 1e4 or 1e10.
proc shaken {} {
    global scale
    set tag 50000
    foreach n [getNodeTags] {
        set ndf [llength [nodeDisp $n]]
        node [incr tag] {*}[nodeCoord $n]; fix $tag {*}[lrepeat $ndf 1]
        for {set d 1} {$d <= $ndf} {incr d} {
            set m [expr {10*$tag + $d}]
            uniaxialMaterial Elastic $m [expr {1e-12*($scale eq "bad" ? 1e10 : 1e4)*[chance]}]
            lappend mats $m; lappend dirs [expr {$ndf == 3 && $d == 3 ? 6 : $d}]
        }
        element zeroLength $tag $n $tag -mat {*}$mats -dir {*}$dirs
        unset mats dirs
    }
}

# A specimen across two nodes; its law is picked once a model.
proc specimen {tag i j dir kind} {
    if {$kind eq "none"} return
    set k [stiff 100 400]
    switch $kind {
        linear   { uniaxialMaterial Elastic $tag $k }
        yielding { uniaxialMaterial Steel02 $tag 2.0 $k 0.03 15.0 0.925 0.15 }
        friction { uniaxialMaterial ElasticPP $tag $k 0.004 }
    }
    expControl SimUniaxialMaterials $tag $tag
    expSetup OneActuator $tag -control $tag 1 -sizeTrialOut 1 1
    expSite LocalSite $tag $tag
    expElement twoNodeLink $tag $i $j -dir $dir -site $tag -initStif $k
}

proc shear {kind} {
    model basic -ndm 1 -ndf 1
    set n [whole 2 25]
    node 1 0.0; fix 1 1
    for {set i 2} {$i <= $n + 1} {incr i} {
        node $i 0.0 -mass [between 0.5 2.0]
        uniaxialMaterial Elastic $i [stiff 500 3000]
        element zeroLength $i [expr {$i-1}] $i -mat $i -dir 1 -doRayleigh 1
    }
    for {set k 0} {$k < [whole 1 3]} {incr k} { specimen [expr {100+$k}] 1 [whole 2 [expr {$n + 1}]] 1 $kind }
    return [list [list [expr {$n + 1}] 1] {2 1}]
}

proc frame2d {kind} {
    model basic -ndm 2 -ndf 3
    set bays [whole 1 3]; set floors [whole 1 5]; set e 1000
    geomTransf Linear 1
    for {set f 0} {$f <= $floors} {incr f} { for {set b 0} {$b <= $bays} {incr b} {
        set n [expr {1+$b+10*$f}]
        node $n [expr {4.0*$b + ($f > 0 ? [between -0.3 0.3] : 0.0)}] [expr {3.0*$f}]
        mass $n [between 0.5 2.0] [between 0.5 2.0] 0.1
        if {$f == 0} { fix $n 1 1 [whole 0 1]; continue }
        element elasticBeamColumn [incr e] [expr {$n-10}] $n 0.02 [stiff 3e4 8e4] 0.05 1
        if {$b > 0} { element elasticBeamColumn [incr e] [expr {$n-1}] $n 0.02 [stiff 3e4 8e4] 0.04 1 }
    }}
    specimen 100 1 11 2 $kind
    if {[chance] < 0.5} { specimen 101 2 12 2 $kind }
    return [list [list [expr {1+10*$floors}] 1] {12 1} {11 2} {11 3}]
}

proc frame3d {kind} {
    model basic -ndm 3 -ndf 6
    set floors [whole 1 3]; set e 1000
    geomTransf Linear 1 1 0 0
    geomTransf Linear 2 0 0 1
    for {set f 0} {$f <= $floors} {incr f} { foreach {b x y} {0 0 0 1 5 0 2 5 4 3 0 4} {
        set n [expr {1+$b+10*$f}]
        node $n $x $y [expr {3.0*$f}]
        if {$f == 0} { fix $n 1 1 1 1 1 1 } else { mass $n [between 0.5 2.0] 1.0 1.0 0.1 0.1 0.1 }
    }}
    for {set f 1} {$f <= $floors} {incr f} { for {set b 0} {$b < 4} {incr b} {
        set n [expr {1+$b+10*$f}]
        element elasticBeamColumn [incr e] [expr {$n-10}] $n 0.02 [stiff 3e4 8e4] 2.0e4 0.01 0.05 0.04 1
        element elasticBeamColumn [incr e] $n [expr {1+($b+1)%4+10*$f}] 0.02 [stiff 3e4 8e4] 2.0e4 0.01 0.03 0.04 2
    }}
    specimen 100 1 11 2 $kind
    return [list [list [expr {1+10*$floors}] 1] {11 1} {12 5}]
}

proc tower {kind} {
    model basic -ndm 2 -ndf 2
    set floors [whole 2 10]; set e 1000
    foreach n {1 2} { node $n [expr {2.0*($n-1)}] 0.0; fix $n 1 1 }
    for {set f 1} {$f <= $floors} {incr f} {
        set n [expr {1+10*$f}]
        node $n 0.0 [expr {2.0*$f}]; node [expr {$n+1}] [between 1.6 2.2] [expr {2.0*$f}]
        mass $n [between 0.5 1.5] 1.0; mass [expr {$n+1}] 1.0 [between 0.5 1.5]
        foreach {i j} [list [expr {$n-10}] $n [expr {$n-9}] [expr {$n+1}] $n [expr {$n+1}] [expr {$n-10}] [expr {$n+1}] [expr {$n-9}] $n] {
            uniaxialMaterial Elastic [incr e] [stiff 2e4 6e4]
            element Truss $e $i $j 0.05 $e -doRayleigh 1
        }
    }
    specimen 100 1 11 2 $kind
    return [list [list [expr {1+10*$floors}] 1] {11 1} {12 2}]
}

# Something that no engine can solve: a node that nothing holds and that has no mass.
proc loose {ndf} {
    node 900 {*}[lrepeat [dict get {1 1 2 2 3 2 6 3} $ndf] 1.0]
}

proc solution {name test} {
    switch -glob $name {
        *HSFixedNumIter* { test FixedNumIter 5; algorithm ModifiedNewton -initial }
        *HSIncr*         { test NormDispIncr $test 200; algorithm ModifiedNewton -initial }
        Newmark - HHT - HHTGeneralized - GeneralizedAlpha - WilsonTheta - Houbolt - BackwardEuler - TRBDF2 { test NormDispIncr $test 100; algorithm Newton }
        default          { algorithm Linear -initial }
    }
}

# Displacements, velocities, accelerations and reactions of a run: four lists.
proc history {engine number {shake 0} {loose 1}} {
    global state plan
    wipe; wipeExp
    set state [expr {7919*$number + 17}]
    dict with plan {}
    set watched [$family $law]
    if {$scale_of eq "singular"} { loose [dict get {shear 1 frame2d 3 frame3d 6 tower 2} $family] }
    set period [between 0.4 1.2]
    if {$shake} shaken
    switch $damping {
        mass     { rayleigh 0.4 0.0 0.0 0.0 }
        rayleigh { rayleigh 0.3 0.0 0.0006 0.0 }
        modal    { eigen 2; modalDamping 0.04 }
    }
    timeSeries Trig 1 0.0 100.0 $period -factor 1.5
    pattern UniformExcitation 1 1 -accel 1
    constraints Plain; numberer RCM; system BandGeneral
    solution [lindex $integrator 0] [expr {$loose*($scale_of eq "bad" ? 1e-10 : 1e-13)}]
    integrator {*}$integrator
    analysis Transient
    engine {*}$engine
    foreach q {d v a r} { set $q {} }
    for {set i 0} {$i < 4} {incr i} {
        if {[analyze 12 $dt] != 0} { error "no answer" }
        reactions
        foreach w $watched { lappend d [nodeDisp {*}$w]; lappend v [nodeVel {*}$w]; lappend a [nodeAccel {*}$w] }
        lappend r [nodeReaction 1 1]
    }
    return [list $d $v $a $r]
}

proc difference {a b} {
    set worst 0.0
    foreach x $a y $b {
        set top 1e-300; set most 0.0
        foreach p $x q $y { set top [expr {max($top, abs($p))}]; set most [expr {max($most, abs($p-$q))}] }
        set worst [expr {max($worst, $most/$top)}]
    }
    return $worst
}

# What is drawn before the model itself: kind, damping, integrator, specimen, scale, step.
proc draw {number} {
    global state scale
    set state [expr {1000003*$number + 29}]
    for {set i 0} {$i < 5} {incr i} { chance }
    set family [pick {shear frame2d frame3d tower}]
    set scale [expr {$number % 20 == 7 ? "singular" : $number % 5 == 3 ? "bad" : "even"}]
    set integrator [pick {{Newmark 0.5 0.25} {HHT 0.9} {HHTGeneralized 0.7} {AlphaOS 0.9} {AlphaOSGeneralized 0.6} {KRAlphaExplicit 0.8} {MKRAlpha 0.7} {CR} {Chang2002}
        {WilsonTheta 1.4} {Houbolt} {TRBDF2} {HHTHSFixedNumIter 0.8} {HHTHSIncrReduct 0.8 0.7} {FHT -0.1} {Dorka 0.25 0.5 -substeps 4} {ThewaltMahin -0.1 -chases 8}}]
    list family $family damping [pick {none mass rayleigh modal}] integrator $integrator law [pick {none linear yielding friction}] scale_of $scale dt [between 0.002 0.006]
}

proc said {command} {
    if {[catch {uplevel 1 $command} answer]} { return [list error $answer] }
    return [list ok $answer]
}

# What is right of an engine: a difference that is small enough, the refusal of what is singular, or of damping that is not classical where modes want it: modes
# of the badly scaled are so to some of their roundings only, and with the two methods the linear part is the structure without its specimens.
proc judge {engine number how answer limit} {
    global plan
    dict with plan {}
    if {$scale_of eq "singular"} { return [expr {$how eq "error" ? "right" : "wrong"}] }
    if {$how eq "error"} {
        set refusal [expr {$damping eq "modal" && ($scale_of eq "bad" || [lindex $integrator 0] in {Dorka ThewaltMahin})}]
        return [expr {[string match modal* $engine] && $refusal && [string match {*damping is not classical*} $answer] ? "right" : "wrong"}]
    }
    expr {$answer <= $limit ? "right" : "wrong"}
}

proc compare {number engines} {
    global plan scale
    set plan [draw $number]
    set name "$number [dict get $plan family] [dict get $plan damping] [lindex [dict get $plan integrator] 0] [dict get $plan law] $scale"
    lassign [said {history dense $number}] way right
    set solver 0.0; set iterations 0.0
    if {$way eq "ok"} {
        set solver [expr {0.05*[difference $right [history dense $number 1]]}]
        set iterations [difference $right [history dense $number 0 10]]
    }
    foreach engine $engines {
        lassign [said {history $engine $number}] how answer
        if {$how eq "ok" && $way eq "ok"} { set answer [format %.2e [difference $right $answer]] }
        if {$how ne $way && $how eq "ok"} { set how error; set answer "dense refuses: $right" }
        set limit [expr {[string match *-single* $engine] ? 1e-4 + 2**29*$solver + $iterations : 1e-10 + $solver + $iterations}]
        puts "$engine | $name | [string map {| / \n { }} $answer] | [judge $engine $number $how $answer $limit]"
    }
}

set engines [lassign $argv count]
for {set number 1} {$number <= $count} {incr number} { compare $number $engines }
