# A structure that is computed slowly and an actuator that is commanded quickly: what stands between them. Case studies I and II of Maghareh, Waldbjoern, Dyke,
# Prakash, Ozdagli, Development of adaptive multi-rate interface for real-time hybrid simulation (AMRI).
#
#   targets, 1024/SFR a second --- expCommand --- 1024 commands a second --- servo-hydraulic actuator (3.1)
#
# No target is known before it is due: all commands are predicted. An error is the difference of the actuator's motion to that with 1024 targets a second.
# Amplitudes of 1 mm.
defaultUnits -force kN -length mm -time s -temp C
set pi [expr {acos(-1.0)}]
set rate 1024

# --- the actuator: G = 4.52e9 / (s^4 + 577 s^3 + 3.68e5 s^2 + 6.28e7 s + 4.93e9), exact from tick to tick for a command that runs straight -------------

proc product {a b} {
    lmap row $a {
        set out {}
        for {set j 0} {$j < [llength $b]} {incr j} {
            set sum 0.0
            foreach x $row y $b { set sum [expr {$sum + $x*[lindex $y $j]}] }
            lappend out $sum
        }
        set out
    }
}

# x' = A x + b u, u' = constant during a tick, as one matrix; the rows of its exponential give x after a tick of dt from x, u and the change of u.
proc plant_make {dt} {
    set w [expr {4.93e9**0.25}]
    set a [list [list 0 1 0 0 0 0] [list 0 0 1 0 0 0] [list 0 0 0 1 0 0] \
        [list -1.0 [expr {-6.28e7/$w**3}] [expr {-3.68e5/$w**2}] [expr {-577.0/$w}] 1.0 0] [list 0 0 0 0 0 [expr {1.0/($w*$dt)}]] [list 0 0 0 0 0 0]]
    set a [lmap row $a { lmap x $row { expr {$x*$w*$dt/1024.0} } }]
    set sum {}
    for {set i 0} {$i < 6} {incr i} { lappend sum [lreplace {0.0 0.0 0.0 0.0 0.0 0.0} $i $i 1.0] }
    set power $sum
    for {set k 1} {$k <= 6} {incr k} {
        set power [lmap row [product $power $a] { lmap x $row { expr {$x/$k} } }]
        set sum [lmap r $sum s $power { lmap x $r y $s { expr {$x + $y} } }]
    }
    for {set k 0} {$k < 10} {incr k} { set sum [product $sum $sum] }
    return [lrange $sum 0 3]
}

proc plant {commands} {
    global tick
    lassign $tick r0 r1 r2 r3
    foreach r {r0 r1 r2 r3} n {a b c d} { lassign [set $r] ${n}0 ${n}1 ${n}2 ${n}3 ${n}u ${n}v }
    lassign {0.0 0.0 0.0 0.0} x0 x1 x2 x3
    set u [lindex $commands 0]
    set out {0.0}
    foreach next [lrange $commands 1 end] {
        set v [expr {$next - $u}]
        set y0 [expr {$a0*$x0 + $a1*$x1 + $a2*$x2 + $a3*$x3 + $au*$u + $av*$v}]
        set y1 [expr {$b0*$x0 + $b1*$x1 + $b2*$x2 + $b3*$x3 + $bu*$u + $bv*$v}]
        set y2 [expr {$c0*$x0 + $c1*$x1 + $c2*$x2 + $c3*$x3 + $cu*$u + $cv*$v}]
        set x3 [expr {$d0*$x0 + $d1*$x1 + $d2*$x2 + $d3*$x3 + $du*$u + $dv*$v}]
        set x0 $y0
        set x1 $y1
        set x2 $y2
        set u $next
        lappend out [expr {4.52/4.93*$x0}]
    }
    return $out
}

# --- commands and errors ------------------------------------------------------------------------------------------------------------------------------

# sin(2 pi (f + c t/2) t) for some seconds, and a bit more, so that every ratio has its last target
proc signal {f c seconds} {
    global pi rate
    set out {}
    for {set k 0} {$k <= $seconds*$rate + 10} {incr k} {
        set t [expr {double($k)/$rate}]
        lappend out [expr {sin(2.0*$pi*($f + 0.5*$c*$t)*$t)}]
    }
    return $out
}

# The motion of the actuator when only every sfr-th value is a target.
proc follow {tag sfr signal last} {
    set targets {}
    for {set k 0} {$k < [llength $signal]} {incr k $sfr} { lappend targets [lindex $signal $k] }
    return [plant [lrange [expCommandPath $tag $sfr $targets] 0 $last]]
}

# Largest error over the largest value in per cent, from one second on; error of the squares over the squares in per cent, of all.
proc largest_error {x ref} {
    set worst 0.0
    set peak 0.0
    foreach a [lrange $x 1024 end] b [lrange $ref 1024 end] {
        set worst [expr {max($worst, abs($a - $b))}]
        set peak [expr {max($peak, abs($b))}]
    }
    return [expr {100.0*$worst/$peak}]
}

proc square_error {x ref} {
    set sum 0.0
    set all 0.0
    foreach a $x b $ref {
        set sum [expr {$sum + ($a - $b)**2}]
        set all [expr {$all + $b*$b}]
    }
    return [expr {100.0*sqrt($sum/$all)}]
}

set tick [plant_make [expr {1.0/$rate}]]
expCommand AMRI 1 -p 1 -M 2 -N 6 -r 4 -R 4
expCommand Horiuchi 2 3
expCommand Wallace 3 -order 3 -points 4
expCommand LinearAcceleration 4 -differences

# --- case study I: a sine of 1 to 49 Hz ---------------------------------------------------------------------------------------------------------------

set ratios {2 4 5 8 10}
set file [open sine.out w]
set small 0
foreach sfr $ratios { set limit($sfr) 0 }
puts "Case study I: largest error of a sine, % (AMRI)"
puts [format "%8s  %s" "Hz" [join [lmap sfr $ratios { format "SFR %4d" $sfr }] "  "]]
for {set f 1} {$f <= 49} {incr f} {
    set signal [signal $f 0.0 1.5]
    set ref [plant [lrange $signal 0 1536]]
    set row {}
    foreach sfr $ratios {
        set error [largest_error [follow 1 $sfr $signal 1536] $ref]
        incr small [expr {$error < 1.0}]
        if {$error < 5.0 && $limit($sfr) == $f - 1} { set limit($sfr) $f }
        lappend row $error
    }
    puts $file "$f $row 1.0 5.0"
    if {$f % 8 == 1} { puts [format "%8d  %s" $f [join [lmap x $row { format "%8.3f" $x }] "  "]] }
}
close $file
puts [format "%8s  %s" "< 5 % to" [join [lmap sfr $ratios { format "%8d" $limit($sfr) }] "  "]]
puts "below 1 %: $small of 245 cases"
plot sine.svg -title "Case study I: AMRI, largest error of a sine" -xlabel "frequency \[Hz\]" -ylabel "NE \[%\]" -ylog \
    -x 1 -y 2 3 4 5 6 -name "SFR 2" "SFR 4" "SFR 5" "SFR 8" "SFR 10" sine.out -x 1 -y 7 8 -name "1 %" "5 %" -dash sine.out

# --- case study II: a chirp of 0 to 15 Hz in 20 s ------------------------------------------------------------------------------------------------------

puts "Case study II: error of a chirp, %"
set methods {AMRI Horiuchi Wallace LinearAcceleration}
puts [format "%8s  %s" "SFR" [join [lmap m $methods { format "%18s" $m }] "  "]]
set signal [signal 0.0 0.75 20]
set ref [plant [lrange $signal 0 20480]]
set file [open chirp.out w]
foreach sfr {2 5 8 10 16 20} {
    set row [lmap tag {1 2 3 4} { square_error [follow $tag $sfr $signal 20480] $ref }]
    puts [format "%8d  %s" $sfr [join [lmap x $row { format "%18.4f" $x }] "  "]]
    puts $file "$sfr $row"
}
close $file
plot chirp.svg -title "Case study II: chirp of 0 to 15 Hz" -xlabel "ratio of the rates, SFR" -ylabel "NRMSE \[%\]" -ylog \
    -x 1 -y 2 3 -name "AMRI" "1: Horiuchi, Bonnet" chirp.out -x 1 -y 4 5 -name "2: Wallace" "3: linear acceleration" -dash chirp.out

# What the commands look like: 12 Hz, eight commands a target, for a tenth of a second.
set file [open commands.out w]
set signal [signal 12 0.0 1.5]
set targets {}
for {set k 0} {$k < [llength $signal]} {incr k 8} { lappend targets [lindex $signal $k] }
foreach t [lrange $signal 1024 1126] a [lrange [expCommandPath 1 8 $targets] 1024 1126] h [lrange [expCommandPath 2 8 $targets] 1024 1126] {
    puts $file "[expr {1.0 + [incr n]/1024.0 - 1.0/1024.0}] $t $a $h"
}
close $file
plot commands.svg -title "12 Hz, 128 targets a second" -xlabel "time \[s\]" -ylabel "command \[mm\]" \
    -x 1 -y 2 4 -name "wanted" "Horiuchi, Bonnet" commands.out -x 1 -y 3 -name "AMRI" -dash commands.out
