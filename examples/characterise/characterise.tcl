# How does a rig follow its commands, and what is to be done about it? A sine sweep, white noise and a step on two virtual rigs; then the compensator that follows
# from it. The tests are those of UCB/EERC 2005-02, 5.5; what they must find is known here in closed form.
#
#   tandem run characterise.tcl
#
# 1024 ticks a second; an amplitude of 1 mm; the displacement transducers have noise of 1 % of it, up to 512 Hz; a specimen of 10 kN/mm.
defaultUnits -force kN -length mm -time s -temp C
set pi [expr {acos(-1.0)}]
set rate 1024
set step 0.02

model basic -ndm 1 -ndf 1
uniaxialMaterial Elastic 1 10.0
expSensor Transducer 1 -rms 0.01 -band 512
expActuator FirstOrder 1 0.01
expActuator TransferFunction 2 -num 4.52e9 -den 1 577 3.68e5 6.28e7 4.93e9

# A rig of one channel with a specimen of its own.
proc rig {tag actuator args} {
    global rate
    expSpecimen Material $tag 1
    expControl VirtualRig $tag -rate $rate -channel $tag -actuator $actuator -dispSensor 1 {*}$args
}

# A number with three decimals; what there is none of is a dash.
proc number {x} {
    if {![string is double -strict $x]} { return - }
    format %.3f $x
}

# What a dictionary has under a name.
proc value {answer key {factor 1.0}} {
    if {![dict exists $answer $key]} { return - }
    number [expr {$factor*[dict get $answer $key]}]
}

# --- closed forms ------------------------------------------------------------------------------------------------------------------------------------------

# 4.52e9/(s^4 + 577 s^3 + 3.68e5 s^2 + 6.28e7 s + 4.93e9) at s = i w: real and imaginary part of the denominator
proc plant {f} {
    set w [expr {2.0*$::pi*$f}]
    list [expr {$w**4 - 3.68e5*$w**2 + 4.93e9}] [expr {6.28e7*$w - 577.0*$w**3}]
}

# The zero of an expression in f between two frequencies.
proc zero {expression a b} {
    for {set i 0} {$i < 60} {incr i} {
        set f [expr {0.5*($a + $b)}]
        if {[expr $expression] > 0.0} { set a $f } else { set b $f }
    }
    return $a
}

set closed(1) [list 10.0 1.0 [expr {1.0/(2.0*$pi*0.01)}] -]
set closed(2) [list [expr {1e3*6.28e7/4.93e9}] [expr {4.52/4.93}] [zero {4.93e9*sqrt(2.0) - hypot([lindex [plant $f] 0], [lindex [plant $f] 1])} 1 40] [zero {[lindex [plant $f] 0]} 1 40]]

# --- what the three tests find -----------------------------------------------------------------------------------------------------------------------------

foreach {tag name} {1 "first order, 10 ms" 2 "plant of the multi-rate paper"} {
    rig $tag $tag
    set sweep [expCharacterise $tag -sweep 0.1 50 -amplitude 1 -seconds 100 -fit 0 1 -dt $step -plot sweep$tag.svg -file sweep$tag.csv]
    set noise [expCharacterise $tag -noise 0.2 50 -amplitude 1 -seconds 100 -fit 0 1 -plot noise$tag.svg]
    set jump [expCharacterise $tag -step -amplitude 1 -seconds 2 -plot step$tag.svg]
    puts [format "%-32s %12s %12s %12s %12s" $name "closed form" sweep noise step]
    foreach row {"delay, ms" "gain" "-3 dB, Hz" "-90 degrees, Hz"} key {delay gain cutoff phase90} factor {1e3 1 1 1} want $closed($tag) {
        puts [format "  %-30s %12s %12s %12s %12s" $row [number $want] \
            [value $sweep $key $factor] [value $noise $key $factor] [value $jump $key $factor]]
    }
    puts [format "  k_comp: %.1f ticks, %.2f of a step of %g s" [dict get $sweep kcomp] [dict get $sweep share] $step]
    set delay($tag) [dict get $sweep delay]
}

# --- k_comp at work ----------------------------------------------------------------------------------------------------------------------------------------

# Root mean square of measured - factor x command over that of factor x command, in per cent, from a history.
proc missed {file factor} {
    set f [open $file]
    set up [set down 0.0]
    while {[gets $f line] >= 0} {
        if {[string index $line 0] eq "#"} continue
        lassign [split $line ,] t command measured
        set up [expr {$up + ($measured - $factor*$command)**2}]
        set down [expr {$down + ($factor*$command)**2}]
    }
    close $f
    return [expr {100.0*sqrt($up/$down)}]
}

puts [format "%-32s %12s %12s %12s %12s" "noise of 0.2 to 4 Hz" "delay, ms" "gain" "error, %" "of gain x"]
foreach {tag name} {1 "first order" 2 "plant"} {
    set gain [lindex $closed($tag) 1]
    expCompensator Advance $tag $delay($tag)
    rig [expr {$tag + 2}] $tag -compensator $tag
    foreach way {{} -compensated} says {"as it is" "with k_comp"} {
        set answer [expCharacterise [expr {$tag + 2}] -noise 0.2 4 -amplitude 1 -seconds 100 {*}$way -history history.csv -plot follow$tag$way.svg]
        puts [format "  %-30s %12s %12s %12.2f %12.2f" "$name, $says" [value $answer delay 1e3] [value $answer gain] [missed history.csv 1.0] [missed history.csv $gain]]
    }
}
