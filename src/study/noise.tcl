# Random noise in the load cell of a test: one storey, all of its stiffness a specimen, under El Centro (Mosqueda, Stojadinovic, Mahin, UCB/EERC 2005-02, 3.4.1,
# Figures 3-2 to 3-4). Noise from 0 to 50 Hz is added to the restoring force; SNR = rms(r)/rms(e). kip, in, s
source [file join [file dirname [info script]] study.tcl]
set dt 0.01

# figure: law, factor of the record, SNR of the paper, words
set figures {
    3-2 {elastic 0.2 78  "linear, moderate noise"}
    3-3 {elastic 0.2 7.8 "linear, large noise"}
    3-4 {plastic 1.0 21  "elastoplastic, large noise"}
}

# rms of the exact force, which the noise is measured by
proc exact_run {law factor} {
    global exact dt g
    if {![info exists exact($law)]} {
        set mass [tested_storeys 1 10.0 1.0 $law {} {}]
        set exact($law) [run_storeys 1 $mass [record elcentro-1940-ns [expr {$factor*$g}] $dt] $dt]
    }
    return $exact($law)
}

proc span {x} { expr {[::tcl::mathfunc::max {*}$x] - [::tcl::mathfunc::min {*}$x]} }

# The force of the law at what was measured of the displacement (exactly the command here), step by step.
proc noise_of {law x} {
    set plastic 0.0
    return [lmap c [dict get $x m] r [dict get $x r] {
        if {$law ne "elastic"} {
            if {$c - $plastic > 1.0} { set plastic [expr {$c - 1.0}] }
            if {$c - $plastic < -1.0} { set plastic [expr {$c + 1.0}] }
        }
        expr {$r - 10.0*($c - $plastic)}
    }]
}

table noise "noise in the load cell: signal and noise of the run, error of the response" {
    {figure -7 %s} {what -28 %s} {SNR 8 %.2f} {noise_% 8 %.2f} {peak_in 9 %.4f} {eps_max 9 %.5f} {eps_rms 9 %.6f}
}
set done 0
progress noise 3 0
foreach {figure words} $figures {
    lassign $words law factor snr what
    set exact_u [dict get [exact_run $law $factor] u]
    set signal [rms [dict get [exact_run $law $factor] r]]
    set mass [tested_storeys 1 10.0 1.0 $law "expSensor Transducer \$i -snr $snr -signal $signal" {-forceSensor $i}]
    set x [run_storeys 1 $mass [record elcentro-1940-ns [expr {$factor*$g}] $dt] $dt]
    set e [noise_of $law $x]
    set peak [largest $exact_u]
    set d [difference [dict get $x u] $exact_u]
    set found($figure) [list [expr {[rms [dict get $x r]]/[rms $e]}] [expr {100.0*[span $e]/[span [dict get $x r]]}] \
        [largest [dict get $x u]] [expr {[largest $d]/$peak}] [expr {[rms $d]/$peak}]]
    row $figure $what {*}$found($figure)
    set rows {}
    set i -1
    foreach u [dict get $x u] u0 $exact_u c [dict get $x c] r [dict get $x r] n $e { lappend rows [list [expr {[incr i]*$dt}] $u0 $u $c $r $n] }
    write_rows figure-$figure.out $rows
    plot figure-${figure}a.svg -title "Figure ${figure}a: $what, SNR $snr" -xlabel "time \[s\]" -ylabel "displacement \[in\]" -xlim 0 20 \
        -x 1 -y 2 -name exact figure-$figure.out -x 1 -y 3 -name "with noise" -dash figure-$figure.out
    plot figure-${figure}b.svg -title "Figure ${figure}b: $what" -xlabel "displacement \[in\]" -ylabel "measured force \[kip\]" -size 640 480 -x 4 -y 5 figure-$figure.out
    plot figure-${figure}c.svg -title "Figure ${figure}c: error of the force" -xlabel "time \[s\]" -ylabel "force \[kip\]" -xlim 0 20 -x 1 -y 6 figure-$figure.out
    progress noise 3 [incr done]
}
table_end

beside
set el $recorded(elcentro-1940-ns)
# peak to peak of noise over that of the force: "approximately one", "approximately 10", "slightly under 10 percent"
foreach {figure snr percent} {3-2 78 1 3-3 7.8 10 3-4 21 9} {
    lassign $found($figure) here noise peak eps_max eps_rms
    judge "Figure $figure: SNR" $here $snr 5% "paper, 3.4.1"
    judge "Figure $figure: noise over force, both peak to peak \[%\]" $noise $percent 15% "paper, 3.4.1" $el
}
# "negligible", "small", "negligible": the report's own number for what may be borne is 10 % of eps_max (8.4.2)
foreach figure {3-2 3-3 3-4} { judge "Figure $figure: eps_max" [lindex $found($figure) 3] 0.10 < "paper, 8.4.2: tolerance" $el }
# a linear structure: ten times the noise, ten times the error
judge "Figures 3-3 and 3-2: errors of the response, ratio" [expr {[lindex $found(3-3) 3]/[lindex $found(3-2) 3]}] 10.0 1% "78/7.8, it is linear"
study_end
