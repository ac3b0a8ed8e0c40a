# An element of the same script may stand on an ActorSite, with a setup or with a control alone: it is a site of this program until somebody serves it.
proc top {site} {
    wipe; wipeExp
    model basic -ndm 1 -ndf 1
    node 1 0
    node 2 1
    fix 1 1
    mass 2 0.04
    uniaxialMaterial Steel01 1 1.5 2.8 0.01
    expControl SimUniaxialMaterials 1 1
    expSetup OneActuator 1 -control 1 1 -sizeTrialOut 1 1
    eval $site
    expElement truss 1 1 2 -site 1 -initStif 2.8
    timeSeries Sine 1 0 10 0.7
    pattern Plain 1 1 { load 2 1.4 }
    constraints Plain
    numberer Plain
    system BandGeneral
    algorithm Linear
    integrator NewmarkExplicit 0.5
    analysis Transient
    set most 0
    for {set i 0} {$i < 200} {incr i} {
        if {[analyze 1 0.02]} { error "step $i" }
        set most [expr {max($most, abs([nodeDisp 2 1]))}]
    }
    return $most
}
set local [top {expSite LocalSite 1 1}]
if {$local < 0.6} { error "the specimen did not yield: $local" }
set port [expr {20000 + [pid] % 20000}]
foreach site [list "expSite ActorSite 1 -setup 1 $port" "expSite ActorSite 1 -control 1 $port"] {
    if {[top $site] != $local} { error "$site: [top $site] and not $local" }
}
