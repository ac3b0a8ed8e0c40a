# The nine-storey benchmark frame (SAC, Los Angeles), the numerical model of the multi-rate study (Maghareh et al.): one of its
# two moment frames, five bays, a basement, pinned at the base and held sideways at ground level, elastic. Its natural
# frequencies: 0.4428, 1.1795, 2.0489, 3.0990, 4.2547 Hz. In N and m, as the damper's
# published numbers are; its own are published in kip, ft and in.
defaultUnits -force N -length m -time s -temp C

# shapes: area (in2) and moment of inertia (in4)
array set shape {
    W14x500 {147.0 8210} W14x455 {134.0 7190} W14x370 {109.0 5440} W14x283 {83.3 3840} W14x257 {75.6 3400} W14x233 {68.5 3010}
    W36x160 {47.0 9750} W36x135 {39.7 7800} W30x99 {29.1 3990} W27x84 {24.8 2850} W24x68 {20.1 1830}
}

# A, E, I
proc size {name} {
    global in2 in4 ksi
    lassign $::shape($name) A I
    return [list [expr {$A*$in2}] [expr {29000.0*$ksi}] [expr {$I*$in4}]]
}

# levels: base, ground, floors 1 to 8, roof; splices stand 6 ft above floors 1, 3, 5 and 7
set level [lmap y {0.0 12.0 30.0 43.0 56.0 69.0 82.0 95.0 108.0 121.0 134.0} { expr {$y*$ft} }]
set splice [lmap y {36.0 62.0 88.0 114.0} { expr {$y*$ft} }]
set beam {{} W36x160 W36x160 W36x160 W36x135 W36x135 W36x135 W36x135 W30x99 W27x84 W24x68}
set frame_column(exterior) {W14x370 W14x370 W14x283 W14x257 W14x233}
set frame_column(interior) {W14x500 W14x455 W14x370 W14x283 W14x257}
# kip s2/ft
set floor_mass [lmap x {34.5 33.85 33.85 33.85 33.85 33.85 33.85 33.85 36.6} { expr {$x*$kip/$ft} }]

# Columns from base to roof on lines 1 to 6, node 100*line + index of height; the nodes at ground level are 101, 201, ..
proc frame_columns {height} {
    global frame_column splice ft
    set tag 0
    foreach line {1 2 3 4 5 6} {
        set family $frame_column([expr {$line in {1 6} ? "exterior" : "interior"}])
        set k -1
        foreach y $height { node [expr {100*$line + [incr k]}] [expr {30.0*$ft*($line - 1)}] $y }
        fix [expr {100*$line}] 1 1 0
        fix [expr {100*$line + 1}] 1 0 0
        for {set k 0} {$k < [llength $height] - 1} {incr k} {
            set part 0
            foreach s $splice { incr part [expr {[lindex $height $k] >= $s}] }
            element elasticBeamColumn [incr tag] [expr {100*$line + $k}] [expr {100*$line + $k + 1}] {*}[size [lindex $family $part]] 1
        }
    }
}

# Beams of a level; the last bay is hinged at the right column. tag: of the first
proc frame_beams {name k tag} {
    foreach bay {1 2 3 4 5} {
        set n [expr {100*$bay + $k}]
        element elasticBeamColumn $tag $n [expr {$n + 100}] {*}[size $name] 1 {*}[expr {$bay == 5 ? "-release 2" : ""}]
        incr tag
    }
}

# Builds the frame; answers a node of each floor, from the first to the roof.
proc frame_model {} {
    global level splice beam floor_mass
    wipe
    model basic -ndm 2 -ndf 3
    geomTransf Linear 1
    set height [lsort -real [concat $level $splice]]
    frame_columns $height
    set floors {}
    foreach y [lrange $level 1 end] name [lrange $beam 1 end] m [concat 0.0 $floor_mass] {
        set k [lsearch -real $height $y]
        frame_beams $name $k [expr {1000 + 10*$k}]
        if {$m == 0.0} continue
        # floors are rigid in their plane and carry the mass of the storey, which moves sideways
        foreach line {2 3 4 5 6} { equalDOF [expr {100 + $k}] [expr {100*$line + $k}] 1 }
        mass [expr {100 + $k}] $m 0.0 0.0
        lappend floors [expr {100 + $k}]
    }
    return $floors
}
