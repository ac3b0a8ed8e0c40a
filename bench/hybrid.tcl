# What an exchange with specimens costs: microseconds per step of a 10 x 20 frame (660 freedoms) with 1, 10 and 100 experimental braces,
# best of five runs, one JSON line a row.
#
#   sim      specimens are materials in the process (SimUniaxialMaterials), one rig, setup and site each
#   numeric  the same braces as numerical trusses of the same material: what the structure costs without any exchange
#   virtual  one specimen behind an actuator with a delay in a virtual rig that ticks 10 times in a step
#
# alpha-OS: one command a step. ratio: hybrid / numerical structure, from the same run; per_channel_us: what one channel adds.

proc quake {} {
    set a {}
    for {set i 0} {$i < 4000} {incr i} {
        lappend a [expr {2.0*sin(0.11*$i)*sin(0.003*$i) + 1.3*sin(0.37*$i+0.5) - 0.6*sin(0.81*$i)}]
    }
    timeSeries Path 1 -dt 0.01 -values $a
    pattern UniformExcitation 1 1 -accel 1
}

# Frame with braces spread over its panels; kind: sim, virtual or numeric.
proc frame {braces kind} {
    set bays 10
    set storeys 20
    set w [expr {$bays+1}]
    model basic -ndm 2 -ndf 3
    for {set s 0} {$s <= $storeys} {incr s} {
        for {set b 0} {$b <= $bays} {incr b} {
            set tag [expr {$s*$w+$b+1}]
            node $tag [expr {6.0*$b}] [expr {3.5*$s}]
            if {$s} { mass $tag 20.0 20.0 0.5 } else { fix $tag 1 1 1 }
        }
    }
    geomTransf Linear 1
    set e 0
    for {set s 0} {$s <= $storeys} {incr s} {
        for {set b 0} {$b <= $bays} {incr b} {
            set tag [expr {$s*$w+$b+1}]
            if {$s < $storeys} { element elasticBeamColumn [incr e] $tag [expr {$tag+$w}] 0.16 3.0e7 2.1e-3 1 }
            if {$s && $b < $bays} { element elasticBeamColumn [incr e] $tag [expr {$tag+1}] 0.18 3.0e7 5.4e-3 1 }
        }
    }
    rayleigh 0.2 0 0.001 0
    set length [expr {hypot(6.0, 3.5)}]
    set k [expr {2.0e8*0.004/$length}]
    uniaxialMaterial Steel01 1 [expr {2.0e4*0.004}] $k 0.02
    uniaxialMaterial Steel01 2 2.0e4 2.0e8 0.02
    if {$kind eq "virtual"} {
        expSpecimen Material 1 1
        expActuator Delay 1 0.0025
    }
    for {set i 0} {$i < $braces} {incr i} {
        set panel [expr {$i*($bays*$storeys)/$braces}]
        set below [expr {($panel/$bays)*$w + $panel%$bays + 1}]
        set above [expr {$below + $w + 1}]
        incr e
        if {$kind eq "numeric"} { element truss $e $below $above 0.004 2; continue }
        if {$kind eq "sim"} { expControl SimUniaxialMaterials $e 1 } else { expControl VirtualRig $e -rate 1000 -channel 1 -actuator 1 }
        expSetup OneActuator $e -control $e 1 -sizeTrialOut 1 1
        expSite LocalSite $e $e
        expElement truss $e $below $above -site $e -initStif $k -noRayleigh
    }
}

proc measure {braces kind steps} {
    set best 1e30
    for {set r 0} {$r < 5} {incr r} {
        wipe
        frame $braces $kind
        quake
        constraints Plain
        numberer RCM
        system BandSPD
        algorithm Linear -factorOnce
        integrator AlphaOS 1.0
        analysis Transient
        analyze 5 0.01
        set t [clock microseconds]
        if {[analyze $steps 0.01] != 0} { error "$kind with $braces braces failed" }
        set t [expr {double([clock microseconds]-$t)/$steps}]
        if {$t < $best} { set best $t }
    }
    return $best
}

foreach braces {1 10 100} {
    set numeric [measure $braces numeric 1500]
    set sim [measure $braces sim 1500]
    puts [format {{"bench":"hybrid", "channels":%d, "us_per_step":%.2f, "numeric_us":%.2f, "ratio":%.2f, "per_channel_us":%.2f}} \
        $braces $sim $numeric [expr {$sim/$numeric}] [expr {($sim-$numeric)/$braces}]]
    flush stdout
}
set numeric [measure 1 numeric 1500]
set virtual [measure 1 virtual 1500]
puts [format {{"bench":"virtual rig", "channels":1, "us_per_step":%.2f, "numeric_us":%.2f, "us_per_tick":%.3f}} \
    $virtual $numeric [expr {($virtual-$numeric)/10.0}]]
wipe
