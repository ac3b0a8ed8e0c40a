# What the errors of a laboratory do to a test: random noise in the load cell, an actuator that lags, a hold that lets the specimen relax
# (Mosqueda, Stojadinovic and Mahin, UCB/EERC 2005-02, 3.4 and Figure 6-12). kip, in, s
#
# One mass whose whole stiffness is the specimen: 10 kip/in, period 1 s, damping 5 %. Linear under 20 % of El Centro, elastic and ideally
# plastic (yield 1 in) under 100 %. The explicit Newmark method commands every 0.01 s. Lag mu: the actuator misses mu of each increment.
source [file join [file dirname [info script]] .. common.tcl]
defaultUnits -force kip -length in -time sec -temp F
set w [expr {2.0*$pi}]

# Runs one test; its file has the columns time, command, displacement, measured displacement, measured force, target, rows lost.
proc run {name law factor specimen parts rig} {
    global w summary
    wipe
    expSeed 3
    model basic -ndm 1 -ndf 1
    node 1 0.0
    fix 1 1
    node 2 0.0 -mass [expr {10.0/$w**2}]
    uniaxialMaterial {*}[expr {$law eq "linear" ? "Elastic 1 10.0" : "ElasticPP 1 10.0 1.0"}]
    expSpecimen {*}$specimen
    eval $parts
    expControl VirtualRig 1 -channel 1 {*}$rig
    expSetup OneActuator 1 -control 1 1 -sizeTrialOut 1 1
    expSite LocalSite 1 1
    expElement twoNodeLink 1 1 2 -dir 1 -site 1 -initStif 10.0 -noRayleigh
    region 1 -node 2 -rayleigh [expr {0.1*$w}] 0.0 0.0 0.0
    earthquake 1 elcentro-1940-ns 0.02 [expr {$factor*0.31882*386.1}] [expr {$law eq "linear" ? 1.5 : 1.0}]
    pattern UniformExcitation 1 1 -accel 1
    expRecorder Control -file $name.out -precision 12 -control 1 tickSig
    constraints Plain
    numberer Plain
    system BandGeneral
    algorithm Linear
    integrator NewmarkExplicit 0.5
    analysis Transient
    set status [analyze 3000 0.01]
    if {$status} { finish $status }
    wipe
}

# The last 2999 rows of a file, one a step, as {command force}; the first step commands nothing.
proc rows {name} {
    set f [open $name.out]
    set all {}
    while {[gets $f line] >= 0} { lappend all [list [lindex $line 1] [lindex $line 4]] }
    close $f
    return [lrange $all end-2998 end]
}

# Peak, largest difference to the exact test in per cent of its peak, work of the measured force on the command (a spring: zero).
proc judge {name exact} {
    set most 0.0
    set worst 0.0
    set peak 0.0
    set work 0.0
    set before {0.0 0.0}
    foreach a [rows $name] b [rows $exact] {
        set most [expr {max($most, abs([lindex $b 0]))}]
        set peak [expr {max($peak, abs([lindex $a 0]))}]
        set worst [expr {max($worst, abs([lindex $a 0] - [lindex $b 0]))}]
        set work [expr {$work + 0.5*([lindex $a 1] + [lindex $before 1])*([lindex $a 0] - [lindex $before 0])}]
        set before $a
    }
    result $name-peak $peak in
    result $name-error [expr {100.0*$worst/$most}] %
    result $name-work $work kip-in
}

# law, part of the earthquake, RMS of the exact force [kip], SNR of much noise; SNR = RMS(force)/RMS(noise), noise from 0 to 50 Hz
foreach {law factor signal snr} {linear 0.2 1.94 7.8  yielding 1.0 5.32 21} {
    puts "$law specimen"
    set cases [subst {
        exact     {}                                                {}
        snr78     {expSensor Transducer 1 -snr 78 -signal $signal}   {-forceSensor 1}
        snr$snr   {expSensor Transducer 1 -snr $snr -signal $signal} {-forceSensor 1}
        lag2ms    {expActuator Lag 1 0.2 0.1}                        {-actuator 1}
        lag9.9ms  {expActuator Lag 1 1.0 0.1}                        {-actuator 1}
    }]
    foreach {name parts rig} $cases {
        run $law-$name $law $factor "Material 1 1" $parts $rig
        judge $law-$name $law-exact
    }
    foreach {kind names} [list noise "snr78 snr$snr" lag {lag2ms lag9.9ms}] {
        set history [list -x 1 -y 2 -name exact $law-exact.out]
        set loop {}
        foreach n $names {
            lappend history -x 1 -y 2 -name $n $law-$n.out
            set loop [concat [list -x 2 -y 5 -name $n $law-$n.out] $loop]
        }
        plot $law-$kind.svg -title "$law specimen, $kind" -xlabel "time \[s\]" -ylabel "displacement \[in\]" {*}$history
        plot $law-$kind-loop.svg -title "$law specimen, $kind" -xlabel "command displacement \[in\]" -ylabel "measured force \[kip\]" {*}$loop
    }
}

# A specimen whose overstress decays in half a second: loaded continuously, 0.5 s a step, or by ramps of 0.1 s with holds of 1.9 s
puts "relaxing specimen"
set relaxing "Relaxation 1 1 -branch 4.0 0.5"
run relaxing-continuous yielding 1.0 $relaxing {} {-rate 20 -scale 50 -record 10}
run relaxing-hold yielding 1.0 $relaxing {} {-rate 20 -ramp 0.1 -hold 1.9 -record 40}
judge relaxing-hold relaxing-continuous
plot relaxing-loop.svg -title "Ramp and hold against continuous loading" -xlabel "command displacement \[in\]" -ylabel "measured force \[kip\]" \
    -x 2 -y 5 -name continuous relaxing-continuous.out -x 2 -y 5 -name "ramp and hold" relaxing-hold.out
finish 0
