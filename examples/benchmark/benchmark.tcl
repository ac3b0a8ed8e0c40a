# The virtual real-time benchmark (Silva, Gomez, Maghareh, Dyke and Spencer, Mech. Syst. Signal Process. 135 (2020) 106381): three storeys, of which one
# frame of the first stands in the laboratory, moved by a servo-hydraulic actuator at 4096 Hz. 40 % of El Centro. N, m, s, kg
#
#   tandem run benchmark.tcl            the first case with every compensator
#   tandem run benchmark.tcl all        all four cases
#   tandem run benchmark.tcl noise      (or all noise) with noise, quantisation and saturation in the sensors
#   tandem run benchmark.tcl late       (or with the others) in the loop of the publication, with its record
#
# Our loop: the explicit step sends the displacement of the end of the tick, the command runs straight there, and the force of that end is in the equation. The loop
# of the publication sends the displacement of the beginning, holds it during the tick, and the numerical part holds the force of the tick before: 1 tick, 1/2
# and 3/2 later. A script may take the force without hold and without the tick (paths: continuous, held).
#
# Criteria: J1 delay [ms], J2 and J3 error of tracking (rms, peak), then the error against the undivided structure: J4 and J5 floor 1 (rms, peak),
# J6 and J7 rms of floors 2 and 3, J8 and J9 their peaks; all but J1 in per cent.
foreach word $argv {
    if {$word ni {all noise late}} { error "unknown way to run: $word (allowed: all, noise, late)" }
}
set all [expr {"all" in $argv}]
# what is run: words before the criteria's names, path of the force, noise, cases and compensators
if {![info exists ways]} { set ways [list [list "" [expr {"late" in $argv ? "late" : "own"}] [expr {"noise" in $argv}] * *]] }
# path: ticks that commands wait, words of the actuator, readings by which the force is late
set paths {own {0 {} 0} continuous {1 -held 0} held {1 -held 0.5} late {1 -held 1.5}}
set argc 0
source [file join [file dirname [info script]] .. common.tcl]
defaultUnits -force N -length m -time sec -temp C

set rate 4096
set stiffness {{26054883.8796 -23133938.8771 5937035.4633} {-23133938.8771 32560774.1864 -14419970.7772} {5937035.4633 -14419970.7772 9267275.5062}}
set specimen [dict create m 29.13 k 1.190e6 c [expr {2.0*0.0097*sqrt(1.190e6*29.13)}]]
set cases {{1000.0 0.05} {1100.0 0.04} {1300.0 0.03} {1000.0 0.03}}
if {![info exists compensators]} { set compensators {
    none     {}
    PI       {PI 1 2 95 -lead 0.005931071408 -lag 0.000116680705}
    Lead     {Lead 1 0.0245 0.0001}
    Inverse  {Inverse 1 0.0245}
    Advance  {Advance 1 0.0245}
    adaptive {Advance 1 0.02 -adaptive -delayWindow 0.5}
    Horiuchi {Horiuchi 1 3 0.0245}
    ATS      {ATS 1 0.0245}
    AMB      {AMB 1 0 -theta 1 .01985916 8.44014e-5 1.985916e-7}
} }

# Its earthquake: 40 s of the common record; in the loop of the publication its copy of it, in m/s2: one value with the other sign (README.md), without a cubic of
# k/1559, and five seconds of rest before and after. Rows of the results: one in so many.
proc shake {tag path} {
    global steps thin rate env
    set steps [expr {40*$rate}]
    set thin 8
    earthquake $tag elcentro-1940-ns 0.02 [expr {0.4*0.31882*9.81}]
    if {$path eq "own"} return
    set thin 1
    if {$::motion eq "recorded"} {
        remove timeSeries $tag
        set f [open [record_file elcentro-1940-ns]]
        set values [lsearch -all -inline -not -regexp [split [string trim [read $f]] \n] #]
        close $f
        lset values 1047 [expr {-[lindex $values 1047]}]
        set k -1
        set values [lmap x [concat $values 0.0] {
            set s [expr {[incr k]/1559.0}]
            expr {9.81*$x - (((-0.037173679942369*$s + 0.089054085180776)*$s - 0.057466744609353)*$s + 0.010665325027180)}
        }]
        timeSeries Path $tag -dt 0.02 -values [concat [lrepeat 250 0.0] $values [lrepeat 250 0.0]] -factor 0.4
        set steps [expr {int(41.18*$rate)}]
    }
}

# Six springs and dashpots make any symmetric stiffness and damping of three floors: i to j, and i to the ground; the specimen's share of floor 1 is left out.
proc structure {mass zeta divided path} {
    global stiffness specimen pi damping
    model basic -ndm 1 -ndf 1
    node 9 0.0
    fix 9 1
    foreach i {1 2 3} { node $i 0.0 -mass [expr {$mass - ($divided && $i == 1 ? [dict get $specimen m] : 0.0)}] }
    set tag 0
    foreach i {0 1 2} {
        foreach j {0 1 2} {
            if {$j < $i} continue
            foreach {matrix name} [list $stiffness k $damping c] {
                set $name [expr {$i == $j ? [::tcl::mathop::+ {*}[lindex $matrix $i]] : -[lindex $matrix $i $j]}]
                if {$divided && $i == 0 && $j == 0} { set $name [expr {[set $name] - [dict get $specimen $name]}] }
            }
            incr tag
            uniaxialMaterial Elastic $tag $k $c
            element zeroLength $tag [expr {$i == $j ? 9 : $i + 1}] [expr {$j + 1}] -mat $tag -dir 1
        }
    }
    shake 1 $path
    pattern Plain 1 1 {
        foreach i {1 2 3} { load $i [expr {-$mass}] }
    }
}

# Modal damping C = m sum 2 zeta w phi phi' of the whole, from its modes.
proc damping_find {mass zeta} {
    global damping
    set damping {{0 0 0} {0 0 0} {0 0 0}}
    structure $mass $zeta 0 own
    set values [eigen -fullGenLapack 3]
    foreach i {0 1 2} {
        foreach j {0 1 2} {
            set c 0.0
            foreach mode {1 2 3} value $values {
                set norm 0.0
                foreach k {1 2 3} { set norm [expr {$norm + $mass*[nodeEigenvector $k $mode 1]**2}] }
                set c [expr {$c + $mass*$mass/$norm*2.0*$zeta*sqrt($value)*[nodeEigenvector [expr {$i + 1}] $mode 1]*[nodeEigenvector [expr {$j + 1}] $mode 1]}]
            }
            lset damping $i $j $c
        }
    }
    wipe
}

proc laboratory {compensator path noise} {
    global specimen rate paths
    lassign [dict get $paths $path] behind held late
    expSpecimen Linear 1 -k [dict get $specimen k] -c [dict get $specimen c] -m [dict get $specimen m]
    expActuator ServoHydraulic 1 -mass 0 -damping 0 -specimenMass [dict get $specimen m] {*}$held
    expSensor Transducer 1 -rms [expr {$noise ? 16e-6 : 0}] -band 2048 -quantum [expr {$noise ? 2.0**-18 : 0}] -saturation 3.8
    expSensor Transducer 2 -rms [expr {$noise ? 2.18 : 0}] -band 2048 -late $late
    if {$compensator ne ""} { expCompensator {*}$compensator }
    expControl VirtualRig 1 -rate $rate -behind $behind -channel 1 -actuator 1 -dispSensor 1 -forceSensor 2 {*}[expr {$compensator ne "" ? "-compensator 1" : ""}]
    expSetup OneActuator 1 -control 1 1 -sizeTrialOut 1 1
    expSite LocalSite 1 1
    # in the rest before the record there are ticks, too
    expElement generic 10 -node 1 -dof 1 -site 1 -initStif [dict get $specimen k] -noRayleigh {*}[expr {$behind ? "-checkTime" : ""}]
    expRecorder Control -file rig.out -precision 12 -control 1 tickSig
}

# Runs the model as it is; false when it leaves all bounds.
proc run {file} {
    global rate steps
    recorder Node -file $file -precision 12 -node 1 2 3 -dof 1 disp
    constraints Plain
    numberer Plain
    system BandGeneral
    algorithm Linear
    integrator NewmarkExplicit 0.5
    analysis Transient
    for {set s 0} {$s < $steps} {incr s $n} {
        set n [expr {min($rate, $steps - $s)}]
        if {[catch {analyze $n [expr {1.0/$rate}]} status] || $status || abs([nodeDisp 1 1]) > 1.0} { break }
    }
    remove recorders
    wipe
    return [expr {$s == $steps}]
}

# Columns of the last rows of a file, one row in `thin`; the first step commands nothing.
proc columns {file args} {
    global steps thin
    set f [open $file]
    set lines [lrange [split [string trimright [read $f]] \n] end-[expr {$steps - 2}] end]
    close $f
    set rows {}
    for {set k 0} {$k < [llength $lines]} {incr k $thin} { lappend rows [lindex $lines $k] }
    set all {}
    foreach column $args {
        set x {}
        foreach row $rows { lappend x [lindex $row $column] }
        lappend all $x
    }
    return $all
}

# Standard deviation and peak of x - y over those of x, in per cent.
proc errors {x y} {
    set n [llength $x]
    foreach name {s0 q0 p0 s1 q1 p1} { set $name 0.0 }
    foreach a $x b $y {
        set d [expr {$a - $b}]
        set s0 [expr {$s0 + $a}]
        set s1 [expr {$s1 + $d}]
        set q0 [expr {$q0 + $a*$a}]
        set q1 [expr {$q1 + $d*$d}]
        set p0 [expr {max($p0, abs($a))}]
        set p1 [expr {max($p1, abs($d))}]
    }
    return [list [expr {100.0*sqrt(($q1 - $s1*$s1/$n)/($q0 - $s0*$s0/$n))}] [expr {100.0*$p1/$p0}]]
}

proc deviation {x} {
    set n [llength $x]
    set mean [expr {[::tcl::mathop::+ {*}$x]/$n}]
    return [expr {sqrt([::tcl::mathop::+ {*}[lmap a $x { expr {($a - $mean)**2} }]]/$n)}]
}

# Sum of x(t - lag) y(t); lag in rows
proc correlation {x y lag} {
    set sum 0.0
    foreach a [lrange $x [expr {16 - $lag}] end-[expr {16 + $lag}]] b [lrange $y 16 end-16] { set sum [expr {$sum + $a*$b}] }
    return $sum
}

proc one_in {n x} {
    set out {}
    for {set k 0} {$k < [llength $x]} {incr k $n} { lappend out [lindex $x $k] }
    return $out
}

# The lag of the largest correlation, on the parabola through the three largest, of every eighth step [ms].
proc delay {x y} {
    global rate thin
    set x [one_in [expr {8/$thin}] $x]
    set y [one_in [expr {8/$thin}] $y]
    set lag 0
    set now [correlation $x $y 0]
    while {[set after [correlation $x $y [expr {$lag + 1}]]] > $now && $lag < 12} {
        incr lag
        set now $after
    }
    set before [correlation $x $y [expr {$lag - 1}]]
    return [expr {8000.0/$rate*($lag + 0.5*($before - $after)/($before - 2.0*$now + $after))}]
}

# One run with a compensator, in the case whose whole structure moved as w1, w2, w3.
proc tested {key mass zeta words path noise w1 w2 w3} {
    global summary
    wipeExp
    expSeed 1
    structure $mass $zeta 1 $path
    laboratory $words $path $noise
    if {![run divided.out]} {
        puts [format "%-24s  unstable" $key]
        lappend summary "$key-unstable 1"
        return
    }
    lassign [columns rig.out 1 3] wanted measured
    lassign [columns divided.out 1 2] d2 d3
    lassign [errors $wanted $measured] j(2) j(3)
    lassign [errors $w1 $measured] j(4) j(5)
    lassign [errors $w2 $d2] j(6) j(8)
    lassign [errors $w3 $d3] j(7) j(9)
    set j(1) [delay $wanted $measured]
    puts [format "%-24s[string repeat %8.2f 9]" $key {*}[lmap i {1 2 3 4 5 6 7 8 9} { set j($i) }]]
    foreach i {1 2 3 4 5 6 7 8 9} { lappend summary [format "%s-J%d %.9e" $key $i $j($i)] }
}

puts [format "%-24s%8s%8s%8s%8s%8s%8s%8s%8s%8s" case J1 J2 J3 J4 J5 J6 J7 J8 J9]
set number 0
foreach case [expr {$all ? $cases : [lrange $cases 0 0]}] {
    lassign $case mass zeta
    incr number
    damping_find $mass $zeta
    set moved none
    foreach way $ways {
        lassign $way before path noise where which
        if {![string match $where $number]} continue
        if {$moved ne ($path eq "own")} {
            structure $mass $zeta 0 $path
            run whole.out
            set whole [columns whole.out 0 1 2]
            if {$path ne "own"} { set deviation($number) [deviation [lindex $whole 0]] }
            set moved [expr {$path eq "own"}]
        }
        foreach {name words} $compensators {
            if {[string match $which $name]} { tested $before[string cat case $number - $name] $mass $zeta $words $path $noise {*}$whole }
        }
    }
}
finish 0
