# How large may the numerical model of a test be? Figure 3.2 of F. Obon Santacana and U. E. Dorka (Effects of large numerical models in continuous hybrid
# simulation, 15 WCEE 2012) again: time of a step against the number of freedoms, dense with each BLAS that is there, in two precisions, with one and
# two threads; sparse matrices of 1.5 % and 11 %; and this program's other engines. Then what a condensation from 504 to 33 freedoms does (their section 4).
# Times hang on the machine: they are printed beside the paper's, never judged.
source [file join [file dirname [info script]] study.tcl]
set here [file dirname [info script]]
set window 2.1                           ;# ms: dt/k - communication = 10/4 - 0.4 of the paper

# ---- the cost of a step ----------------------------------------------------------------------------------------------------------------------------------

# Debian's: name, files that may be it (first that is there; "own": what the program is linked to), most threads
set libraries [list \
    reference [list [glob -nocomplain /usr/lib/*/blas/libblas.so.3] 1] \
    ATLAS     [list [glob -nocomplain /usr/lib/*/atlas/libblas.so.3] 1] \
    BLIS      [list [lindex [lsort [glob -nocomplain /usr/lib/*/blis-*/libblas.so.3]] 0] 2] \
    OpenBLAS  [list own 2]]
set packages {reference libblas3 ATLAS libatlas3-base BLIS libblis4-openmp}
set sizes(dense)  [expr {$short ? {100 400} : {100 200 500 1000 2000 4000}}]
set sizes(whole)  [expr {$short ? {} : {8000 20000}}]                ;# more of the program's own BLAS, with all its threads: inverting takes minutes
set sizes(sparse) [expr {$short ? {100 400} : {100 200 500 1000 2000 4000}}]
set sizes(chain)  [expr {$short ? {100 1000 10000} : {100 1000 10000 100000 1000000}}]
set sizes(modal)  [expr {$short ? {100 400} : {100 300 1000 2000}}]

# One point: microseconds a step, empty where it cannot be had (why is said in the table's last line).
proc point {library threads kind n fill engine} {
    global here env missing
    set words [list [info nameofexecutable] run --no-record [file join $here size_step.tcl] $kind $n $fill {*}$engine]
    set set [list OMP_NUM_THREADS=$threads BLIS_NUM_THREADS=$threads OPENBLAS_NUM_THREADS=$threads TANDEM_CACHE=]
    if {$library ne "own"} { lappend set LD_PRELOAD=$library }
    if {[catch { exec env {*}$set {*}$words 2> step-says.txt } found]} {
        set f [open step-says.txt]
        set missing($engine,$n) [lindex [split [string trim [read $f]] \n] end]
        close $f
        return ""
    }
    return [lindex $found 1]
}

# A curve: its name, and milliseconds at each size; rows for the table and the picture.
proc curve {name sizes library threads kind fill engine} {
    global curves done
    set points {}
    foreach n $sizes {
        set us [point $library $threads $kind $n $fill $engine]
        if {$us ne ""} {
            lappend points $n [expr {1e-3*$us}]
            row $name $n [expr {1e-3*$us}]
        } else {
            row $name $n ""
        }
        progress size $::points [incr done]
    }
    lappend curves $name $points
}

# Freedoms at which the curve meets the window, straight between points in logarithms; with "+" where it stays below.
proc fits {points window} {
    set last {}
    foreach {n ms} $points {
        if {$ms > $window} {
            if {$last eq ""} { return "< $n" }
            lassign $last n0 ms0
            return [expr {int(exp(log($n0) + log($window/$ms0)/log($ms/$ms0)*log(double($n)/$n0)))}]
        }
        set last [list $n $ms]
    }
    return "> [lindex $last 0]"
}

set plan {}
set absent {}
foreach {name about} $libraries {
    lassign $about file most
    if {$file eq ""} {
        lappend absent "$name (package [dict get $packages $name])"
        continue
    }
    for {set threads 1} {$threads <= $most} {incr threads} {
        foreach {precision word} {double -inverse single -single} {
            set of [concat $sizes(dense) [expr {$file eq "own" && $threads == $most ? $sizes(whole) : {}}]]
            lappend plan [list "$name $precision $threads" $of $file $threads chain 0 [list dense $word -threads $threads]]
        }
    }
}
foreach fill {0.015 0.11} { lappend plan [list "sparse [expr {100*$fill}] %" $sizes(sparse) own 1 scattered $fill sparse] }
foreach {engine of} {band chain sparse chain modal modal {impulse -steps 400} chain} {
    lappend plan [list "engine [lindex $engine 0]" $sizes($of) own 1 chain 0 $engine]
}
set points 0
foreach p $plan { incr points [llength [lindex $p 1]] }

table cost "time of a step, Dorka's algorithm with k = 4 and one specimen; dense: name of the BLAS, precision, threads; the window is $window ms" {
    {what -24 %s} {freedoms 10 %d} {ms 12 %.5f}
}
set done 0
set curves {}
foreach p $plan { curve {*}$p }
foreach {what why} [array get missing] { table_line "# $what: $why" }
if {[llength $absent]} { table_line "# not installed: [join $absent {, }]" }
table_end

# pictures, decades on both axes: the dense ways; and all others beside the best of them in the paper's precision
write_rows window.out [list [list 100 $window] [list [expr {$short ? 1e4 : 1e6}] $window]]
write_rows paper.out {{2000 2.0}}
set drawn(dense) {}
set drawn(engines) {}
foreach {name points} $curves {
    if {![llength $points]} continue
    set file cost-[string map {" " - % percent} $name].out
    write_rows $file [lmap {n ms} $points { list $n $ms }]
    set dense [dict exists $libraries [lindex $name 0]]
    if {$dense} { lappend drawn(dense) -x 1 -y 2 -name $name -marks $file }
    if {!$dense || $name eq "OpenBLAS single 1"} { lappend drawn(engines) -x 1 -y 2 -name $name -marks $file }
}
foreach {which title} {dense "dense products, by BLAS, precision and threads" engines "sparse matrices and other engines"} {
    plot cost-$which.svg -title "Time of a step (Figure 3.2): $title" -xlabel freedoms -ylabel "time \[ms\]" -xlog -ylog -above -size 900 640 {*}$drawn($which) \
        -x 1 -y 2 -name "window 10/4 - 0.4 ms" -dash window.out -x 1 -y 2 -name "paper: about 2000 in 2 ms" -marks paper.out
}

# ---- the condensation ------------------------------------------------------------------------------------------------------------------------------------

set mass 80.0                             ;# of the damper, tuned to the first mode in x, as in examples/friction_tmd
set spring [expr {$mass*(2.0*$pi*3.45)**2}]
set slip 120.0                            ;# N
set stuck 4.0e5                           ;# N/m
set steps [expr {$short ? 400 : 3200}]

proc frame_build {device} {
    global here mass spring slip stuck pi
    wipe
    uplevel #0 [list source [file join $here examples frame504 frame.tcl]]
    node 9001 {*}[nodeCoord $::damper] -mass $mass 0 0 0 0 0
    fix 9001 0 1 1 1 1 1
    uniaxialMaterial Elastic 11 $spring
    uniaxialMaterial ElasticPP 12 $stuck [expr {$slip/$stuck}]
    uniaxialMaterial Parallel 13 11 12
    element twoNodeLink 9001 $::damper 9001 -mat [expr {$device eq "friction" ? 13 : 11}] -dir 1 -orient 1 0 0 0 1 0
    set w1 [expr {2*$pi*2.0}]
    set w2 [expr {2*$pi*30.0}]
    rayleigh [expr {2*0.02*$w1*$w2/($w1 + $w2)}] 0.0 [expr {2*0.02/($w1 + $w2)}] 0.0
    motion generate 1 -seed 504 -duration 15.0 -dt 0.005 -pga 3.0 -groundHz 3.0
    pattern UniformExcitation 1 1 -accel 1 -fact 0.866
    pattern UniformExcitation 2 2 -accel 1 -fact 0.5
    constraints Plain
    numberer AMD
    system SparseSYM
    test NormDispIncr 1e-10 30
    algorithm Newton
    integrator Newmark 0.5 0.25
    analysis Transient
}

# Histories of the roof's corner, the damper's mass against the roof, and the acceleration of the roof there.
proc frame_shake {} {
    global steps damper
    set history {{} {} {}}
    for {set i 0} {$i < $steps} {incr i} {
        if {[analyze 1 0.005] != 0} { error "the analysis stopped at [getTime] s" }
        set now [list [nodeDisp 3003 1] [expr {[nodeDisp 9001 1] - [nodeDisp $damper 1]}] [nodeAccel $damper 1]]
        set history [lmap column $history x $now { lappend column $x }]
    }
    return $history
}

proc percent {whole reduced} { expr {100.0*[largest [difference $whole $reduced]]/[largest $whole]} }

set ways [list \
    "whole"                            {} \
    "Guyan, corners"                   {Guyan $corners -node 9001 -dof 1} \
    "Guyan, sway"                      {Guyan $sway -node 9001 -dof 1} \
    "Craig-Bampton, 30 modes"          {CraigBampton -node $damper -dof 1 2 3 -node 9001 -dof 1 -modes 30} \
    "Modal, 33 modes"                  {Modal 33}]
table condensed "the 504-freedom frame with its tuned mass damper: shift of frequencies and error of the response, both in per cent of the whole model's" {
    {damper -9 %s} {model -24 %s} {unknowns 9 %d} {f1 7 %.2f} {f2 7 %.2f} {f3 7 %.2f} {f5 7 %.2f} {f10 7 %.2f} {roof 8 %.3f} {stroke 8 %.3f} {accel. 8 %.3f}
}
# One model of one damper, a row of the table. In a procedure: the frame's script leaves variables of its own behind.
proc condensed {device name words} {
    global whole found shaken
    frame_build $device
    if {$name eq "whole"} {
        set whole [frame_shake]
        set shaken $whole
        row $device $name [systemSize] "" "" "" "" "" "" "" ""
        return
    }
    set unknowns [reduce {*}[uplevel #0 [list subst $words]]]
    set shift [lmap {a b} [reduce frequencies 10] { expr {100.0*($b/$a - 1.0)} }]
    set history [frame_shake]
    lappend shaken {*}$history
    set found($device,$name) [list $shift [lmap a $whole b $history { percent $a $b }]]
    row $device $name $unknowns {*}[lmap i {0 1 2 4 9} { lindex $shift $i }] {*}[lindex $found($device,$name) 1]
}
proc condensed_all {device ways} {
    global whole shaken
    foreach {name words} $ways { condensed $device $name $words }
    lassign [lmap column $whole { largest $column }] roof stroke acceleration
    table_line [format "# %s: peaks of the whole model: roof %.3f mm, stroke %.3f mm, acceleration %.3f m/s2" $device [expr {1e3*$roof}] [expr {1e3*$stroke}] $acceleration]
    # stroke of the damper, the second of three columns of each model
    set rows {}
    for {set i 0} {$i < [llength [lindex $whole 0]]} {incr i} { lappend rows [list [expr {0.005*($i + 1)}] {*}[lmap {r s a} $shaken { lindex $s $i }]] }
    write_rows stroke-$device.out $rows
    set drawn {}
    set column 1
    foreach {name words} $ways { lappend drawn -x 1 -y [incr column] -name $name {*}[expr {$column > 2 ? "-dash" : ""}] stroke-$device.out }
    plot stroke-$device.svg -title "Stroke of the damper, $device, of the whole frame and of condensed ones" -xlabel "time \[s\]" -ylabel "stroke \[m\]" {*}$drawn
}
condensed_all linear $ways
condensed_all friction $ways
table_end

# ---- beside ----------------------------------------------------------------------------------------------------------------------------------------------

beside
foreach {name points} $curves { judge "freedoms in $window ms: $name" [fits $points $window] 2000 "" "paper, 3.1: about 2000" }
foreach device {linear friction} {
    foreach {name words} [lrange $ways 2 end] {
        lassign $found($device,$name) shift error
        judge "$device damper, $name: lowest shift \[%\]" [lindex [lsort -real $shift] 0] -1e-4 > "Rayleigh's principle"
    }
    judge "$device damper, Guyan, corners: shift of mode 2 over that of 1" [lindex $found($device,Guyan,\ corners) 0 1] \
        [lindex $found($device,Guyan,\ corners) 0 0] > "paper, section 4"
    judge "$device damper, 33 modes: largest shift of ten \[%\]" [largest [lindex $found($device,Modal,\ 33\ modes) 0]] 1e-4 < "exact by construction"
    judge "$device damper: roof, Craig-Bampton below Guyan \[%\]" [lindex $found($device,Craig-Bampton,\ 30\ modes) 1 0] \
        [lindex $found($device,Guyan,\ corners) 1 0] < "modes against none"
}
study_end
