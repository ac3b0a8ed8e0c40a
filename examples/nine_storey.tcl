# The nine-storey benchmark frame (SAC, Los Angeles), the numerical model of the multi-rate study (Maghareh et al.): one of its
# two moment frames, five bays, a basement, pinned at the base and held sideways at ground level, elastic. Prints its
# natural frequencies: 0.4428, 1.1795, 2.0489, 3.0990, 4.2547 Hz.
# Units: kip, ft, s.

wipe
model basic -ndm 2 -ndf 3
set E [expr {29000.0*144.0}]

# shapes: area (in2) and moment of inertia (in4)
array set shape {
    W14x500 {147.0 8210} W14x455 {134.0 7190} W14x370 {109.0 5440} W14x283 {83.3 3840} W14x257 {75.6 3400} W14x233 {68.5 3010}
    W36x160 {47.0 9750} W36x135 {39.7 7800} W30x99 {29.1 3990} W27x84 {24.8 2850} W24x68 {20.1 1830}
}
proc size {name} {
    foreach {A I} $::shape($name) break
    return [list [expr {$A/144.0}] $::E [expr {$I/20736.0}]]
}

# levels: base, ground, floors 1 to 8, roof; splices stand 6 ft above floors 1, 3, 5 and 7
set level {0.0 12.0 30.0 43.0 56.0 69.0 82.0 95.0 108.0 121.0 134.0}
set splice {36.0 62.0 88.0 114.0}
set height [lsort -real [concat $level $splice]]
set beam {{} W36x160 W36x160 W36x160 W36x135 W36x135 W36x135 W36x135 W30x99 W27x84 W24x68}
set exterior {W14x370 W14x370 W14x283 W14x257 W14x233}
set interior {W14x500 W14x455 W14x370 W14x283 W14x257}
set mass {0 0 34.5 33.85 33.85 33.85 33.85 33.85 33.85 33.85 36.6}

# node 100*line + index of height
for {set c 0} {$c <= 5} {incr c} {
    set k 0
    foreach y $height { node [expr {100*($c+1)+$k}] [expr {30.0*$c}] $y; incr k }
    fix [expr {100*($c+1)}] 1 1 0
}
for {set c 1} {$c <= 6} {incr c} { fix [expr {100*$c+1}] 1 0 0 }

geomTransf Linear 1
set e 0
for {set c 0} {$c <= 5} {incr c} {
    set family [expr {$c == 0 || $c == 5 ? $exterior : $interior}]
    for {set k 0} {$k < [llength $height]-1} {incr k} {
        set part 0
        foreach s $splice { if {[lindex $height $k] >= $s} { incr part } }
        set n [expr {100*($c+1)+$k}]
        element elasticBeamColumn [incr e] $n [expr {$n+1}] {*}[size [lindex $family $part]] 1
    }
}
for {set l 1} {$l < [llength $level]} {incr l} {
    set k [lsearch -real $height [lindex $level $l]]
    for {set b 0} {$b < 5} {incr b} {
        set n [expr {100*($b+1)+$k}]
        # the last bay is hinged at the right column
        set hinge [expr {$b == 4 ? "-release 2" : ""}]
        element elasticBeamColumn [incr e] $n [expr {$n+100}] {*}[size [lindex $beam $l]] 1 {*}$hinge
    }
    # floors are rigid in their plane and carry the mass of the storey, which moves sideways
    for {set c 2} {$c <= 6 && $l > 1} {incr c} { equalDOF [expr {100+$k}] [expr {100*$c+$k}] 1 }
    mass [expr {100+$k}] [lindex $mass $l] 0.0 0.0
}

set k 0
foreach lambda [eigen 5] {
    puts [format "mode %d: %.4f Hz" [incr k] [expr {sqrt($lambda)/6.283185307179586}]]
}
