# A test that notices by itself that it goes wrong: the actuator's delay grows while the oil warms up, the energy error says so, the test is paused, the compensator is
# corrected, the test goes on (Mosqueda, Stojadinovic and Mahin, UCB/EERC 2005-02, 8.4.2). kip, in, s
#
# One mass whose whole stiffness is the specimen: 10 kip/in, period 1 s, damping 5 %, under 20 % of El Centro. The actuator is 4 ms late at first, which the
# compensator takes out, and 1 ms more every second, until the oil is warm (14 ms).
source [file join [file dirname [info script]] .. common.tcl]
defaultUnits -force kip -length in -time sec -temp F
set w [expr {2.0*$pi}]
set mass [expr {10.0/$w**2}]
set damping [expr {0.1*$w*$mass}]
set delay 0.004                              ;# that the compensator takes out
set pauses 0

# What an operator does in a pause: how late is it still? So much more must be taken out. Then the error is counted anew.
proc correct {} {
    global delay pauses
    incr pauses
    set left [monitor value 3 delay1]
    set delay [expr {$delay + $left}]
    puts [format "  paused at %.2f s: %.2f ms are left, the compensator now takes out %.2f ms" [getTime] [expr {1e3*$left}] [expr {1e3*$delay}]]
    expTune 1 1 $delay
    monitor reset 2
}

# name: of the file; drift: of the delay, seconds a second; limits: words of the monitor of the energy error
proc run {name drift limits} {
    global w mass damping delay
    wipe
    set delay 0.004
    model basic -ndm 1 -ndf 1
    node 1 0.0
    fix 1 1
    node 2 0.0 -mass $mass
    uniaxialMaterial Elastic 1 10.0
    expSpecimen Material 1 1
    expActuator Delay 1 0.004 -drift $drift -most 0.014
    expCompensator Advance 1 0.004
    expCommand Lagrange 1 3
    expController 1 1
    expControl VirtualRig 1 -rate 1000 -controller 1 -channel 1 -actuator 1 -compensator 1
    expSetup OneActuator 1 -control 1 1 -sizeTrialOut 1 1
    expSite LocalSite 1 1
    expElement twoNodeLink 1 1 2 -dir 1 -site 1 -initStif 10.0 -noRayleigh
    region 1 -node 2 -rayleigh [expr {0.1*$w}] 0.0 0.0 0.0
    earthquake 1 elcentro-1940-ns 0.02 [expr {0.2*0.31882*386.1}] 1.5
    pattern UniformExcitation 1 1 -accel 1
    constraints Plain
    numberer Plain
    system BandGeneral
    algorithm Linear
    integrator NewmarkExplicit 0.5
    analysis Transient
    monitor Energy 1
    monitor HSEI 2 -uy 1.0 -k 10.0 {*}$limits
    monitor FEI 3 -control 1 -window 2.0 -band 0.4 3.0
    monitor Margin 4 -control 1 -m $mass -c $damping -kn 0.0 -ke 10.0 -band 0.4 3.0
    recorder Node -file $name.out -precision 12 -time -node 2 -dof 1 disp
    recorder Monitor -file $name-monitors.out -precision 12 -time -monitor 2 3 4
    set status [analyze 1500 0.02]
    if {$status} { finish $status }
    foreach column {error input} { result $name-$column [monitor value 1 $column] kip-in }
    if {abs([monitor value 1 closure]) > 1e-9} { error "the energies do not add up" }
    set events [monitor events]
    wipe
    return $events
}

proc column {file k} {
    set f [open $file]
    set all {}
    while {[gets $f line] >= 0} { lappend all [lindex $line $k] }
    close $f
    return $all
}

# Largest error until a time, in per cent of the exact peak.
proc judge {name until} {
    set worst 0.0
    set most 0.0
    foreach t [column exact.out 0] a [column exact.out 1] b [column $name.out 1] {
        set most [expr {max($most, abs($a))}]
        if {$t <= $until} { set worst [expr {max($worst, abs($a - $b))}] }
    }
    return [expr {100.0*$worst/$most}]
}

puts "a delay that stays, and is compensated"
run exact 0.0 {}
puts "a delay that grows, nobody looks"
run unseen 0.001 {}
puts "a delay that grows, paused by the energy error"
set events [run watched 0.001 {-warn -0.03 -pause -0.05 -hysteresis 0.01 -onPause correct}]

set first [lindex [lsearch -inline -index 2 $events pause] 0]
result unseen-error-max [judge unseen 30.0] %
result watched-first-pause $first s
result watched-error-at-pause [judge watched $first] %
result watched-error-max [judge watched 30.0] %
result watched-pauses $pauses -
result watched-delay [expr {1e3*$delay}] ms
plot response.svg -title "Displacement" -xlabel "time \[s\]" -ylabel "displacement \[in\]" -x 1 -y 2 -name "delay compensated" exact.out \
    -x 1 -y 2 -name "growing, unseen" unseen.out -x 1 -y 2 -name "growing, paused and corrected" watched.out
plot hsei.svg -title "Energy error over strain energy and input" -xlabel "time \[s\]" -ylabel "HSEI \[-\]" \
    -x 1 -y 3 -name unseen unseen-monitors.out -x 1 -y 3 -name watched watched-monitors.out
plot delay.svg -title "Delay that is left, in a window of 2 s" -xlabel "time \[s\]" -ylabel "delay \[s\]" \
    -x 1 -y 7 -name unseen unseen-monitors.out -x 1 -y 7 -name watched watched-monitors.out
finish 0
