# Both laboratories in this process, in virtual time, as in the report: a step of 0.01 s lasts 1.2 s; 1000 ticks a second; actuators that lag by 90 and 78 ms under
# commands that are 95 and 85 ms ahead (6.4); the network of a file of times, the same for both.

# Ways to move: continuous (event-driven controller, cubic polynomials, ahead of the actuator's lag), or to the target in half the step and then at rest: the
# actuator settles, and it waits for the next target.
set ways {
    continuous {-controller 1}
    ramp-and-hold {-ramp 0.6 -hold 0.6}
}

# Makes the sites. way: a row of ways; specimen: material, or relaxing: with an overstress of 1 kip/in that decays in 3 s; rate: ticks a second; times: file of
# the network, or empty: none; rows: of data a second, in WAY-STOREY.out, 0: none.
proc sites_of_rigs {way specimen rate times rows test} {
    global ways
    expSeed 1978
    expCommand Lagrange 1 3
    expController 1 1
    if {$times eq ""} { expNetwork Constant 1 0.0 } else { expNetwork Measured 1 $times }
    foreach storey {1 2} lag {0.090 0.078} ahead {0.095 0.085} {
        specimen_material $storey $test $storey 1.0
        if {$specimen eq "relaxing"} { expSpecimen Relaxation $storey $storey -branch 1.0 3.0 } else { expSpecimen Material $storey $storey }
        expActuator FirstOrder $storey $lag
        expCompensator Advance $storey $ahead
        set compensator [expr {$way eq "continuous" ? [list -compensator $storey] : {}}]
        expControl VirtualRig $storey -rate $rate -scale 120 -record [expr {$rows ? $rate/$rows : $rate}] -network 1 {*}[dict get $ways $way] \
            -channel $storey -actuator $storey {*}$compensator
        if {$rows} { expRecorder Control -file $way-$storey.out -precision 8 -control $storey tickSig }
        specimen_setup $storey
    }
}

proc put {file list} {
    set f [open $file w]
    puts $f [join $list "\n"]
    close $f
}

# One of the tests at full size, behind the network of its row (in times-NAME.txt): history, per cent of the steps that were slow and held, the longest time,
# run time [s].
proc virtual_test {name rate} {
    global table62 tests
    set row [dict get $table62 $name]
    put times-$name.txt [table62_times $row]
    set steps [dict get $row steps]
    set history [run_frame [dict get $tests $name] $steps [list sites_of_rigs continuous material $rate times-$name.txt 0]]
    set states [expTiming 1]
    return [dict create history $history slow [expr {100.0*[dict get $states slowTimes]/$steps}] hold [expr {100.0*[dict get $states holdTimes]/$steps}] \
        longest [lindex [lsort -real [table62_times $row]] end] time [expr {[dict get $states ticks]/double($rate)}]]
}

# The strong test behind a network: how far is it from the one without, moved in both ways? A dictionary of them.
proc relaxation {specimen times} {
    global tests
    set test [dict get $tests tabas150]
    set local [run_frame $test 3000 [list sites_of_rigs continuous $specimen 100 "" 0]]
    foreach way {continuous ramp-and-hold} {
        set rows [expr {$specimen eq "relaxing" ? 10 : 0}]
        dict set answer $way [history_error [run_frame $test 3000 [list sites_of_rigs $way $specimen 100 $times $rows]] $local]
    }
    wipe
    return $answer
}
