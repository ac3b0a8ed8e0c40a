# The network tests of Mosqueda, Stojadinovic, Mahin, UCB/EERC 2005-02, chapter 6, again: how often a test slows down and holds, how long it takes, beside
# Table 6-2; and what a specimen that relaxes does to a test that holds in every step (6.5.5, Figure 6-12).
#
#   tandem run seed4_network.tcl                               full size, virtual time: both laboratories in this process, networks by the table
#   tandem run seed4_network.tcl clock <factor> <tests> <n>    each column at a site of its own behind tandem wan, against the clock, times factor (0.01);
#                                                              a list of tests, and their first n steps
#   tandem run seed4_network.tcl perfect <factor> <tests> <n>  the same sites with rigs that do exactly what they are told: the local result, bit for bit
set modes {virtual clock perfect}
if {$argc == 0} { set argv virtual; set argc 1 }
set here [file dirname [info script]]
foreach file {../common.tcl ../sites.tcl table.tcl frame.tcl rigs.tcl} { source [file join $here $file] }
set words [list $mode 0.01 [dict keys $tests] 3000]
lassign [concat $argv [lrange $words $argc end]] mode factor chosen most

proc print_head {} {
    puts [format "%-10s %6s  %-15s %-15s %-15s %-17s" test steps "slow %" "hold %" "longest s" "run time s"]
    puts [format "%-10s %6s %s" "" "" [string repeat "    here report " 4]]
}

# A row beside the report's, whose run time is taken for as many steps.
proc print_row {name steps got} {
    global table62
    set row [dict get $table62 $name]
    dict set row time [expr {[dict get $row time]*double($steps)/[dict get $row steps]}]
    set line [format "%-10s %6d" $name $steps]
    foreach key {slow hold longest time} width {%7.2f %7.2f %7.2f %7.0f} { append line [format " $width $width " [dict get $got $key] [dict get $row $key]] }
    puts $line
}

# ---- full size, virtual time ----

proc run_virtual {} {
    global table62 tests
    print_head
    foreach name [dict keys $tests] {
        set got [virtual_test $name 1000]
        print_row $name [dict get $table62 $name steps] $got
        foreach key {slow hold time} { keep $name-$key [dict get $got $key] }
        keep $name-drift1 [largest [dict get $got history]]
    }
    puts "\ntimes of the exchanges, s, per cent of the steps"
    histogram [concat {*}[lmap {name row} $table62 { list $name [table62_times $row] }]]
    puts "\ntabas150 behind the network against the test without: largest difference, per cent of the largest displacement"
    foreach specimen {material relaxing} name {"specimens that do not relax" "specimens that relax"} {
        dict for {way error} [relaxation $specimen times-tabas150.txt] {
            puts [format "  %-28s %-14s %6.2f" $name $way [expr {100.0*$error}]]
            keep $specimen-$way $error
        }
    }
    lassign [lindex [lsort -real -index 0 [holds continuous-1.out 0.25]] end] longest begin end drop
    puts [format "the longest hold of the continuous test: %.1f s, in which the force falls by %.3f kip" $longest $drop]
    keep longest-hold $longest
    keep relaxed $drop
    finish 0
}

# ---- sites in processes ----

# Makes both sites of a test with networks of the times in a file.
proc sites_elsewhere {way factor times test} {
    global here name tandem unsynced
    set options [expr {$way eq "clock" ? {--realtime --unfit --priority 0} : {}}]
    foreach storey {1 2} {
        set port [site_start $name-$storey [file join $here site.tcl] [list $name $storey $way $factor] $options]
        set log [file join $tandem(run) $name-$storey.csv]
        set port [wan_start $name-$storey $port [list -way up -delay Measured $times -factor $factor -log $log]]
        expSite NetworkSite $storey localhost $port -site $name-$storey {*}$unsynced
    }
}

# From the log of a network: from a measurement that leaves the site to the next target that arrives there, over the factor [s].
proc exchange_times {log factor} {
    set f [open $log]
    while {[gets $f line] >= 0} {
        lassign [split $line ,] t connection way what bytes
        if {$what ne "piece" || $bytes <= 64} { continue }
        if {$way eq "down"} {
            set from $t
        } elseif {[info exists from]} {
            lappend times [expr {($t - $from)/$factor}]
        }
    }
    close $f
    return [lrange $times 1 end]        ;# the first one waits for the script
}

# What the command loop of a site has said at its end.
proc loop_counts {name} {
    set f [open [file join $::tandem(run) $name log.txt]]
    set said [read $f]
    close $f
    if {![regexp {(\d+) ticks at \d+ Hz, (\d+) missed.*; (\d+) targets, (\d+) times slow, (\d+) hold} $said all ticks missed targets slow hold]} {
        error "$name: nothing was counted: [string range $said end-300 end]"
    }
    return [dict create ticks $ticks missed $missed targets $targets slow $slow hold $hold]
}

proc elsewhere_test {way factor steps} {
    global name tests table62 tandem
    set test [dict get $tests $name]
    put times-$name.txt [table62_times [dict get $table62 $name]]
    set local [run_frame $test $steps {}]
    set history [run_frame $test $steps [list sites_elsewhere $way $factor [file normalize times-$name.txt]]]
    sites_end
    set times [exchange_times [file join $tandem(run) $name-1.csv] $factor]
    set got [dict create error [history_error $history $local] times $times longest [lindex [lsort -real $times] end]]
    if {$way eq "perfect"} { return $got }
    set count [loop_counts $name-1]
    dict set got missed [dict get $count missed]
    foreach key {slow hold} { dict set got $key [expr {100.0*[dict get $count $key]/$steps}] }
    dict set got time [expr {([dict get $count ticks] + [dict get $count missed])/1000.0/$factor}]
    return $got
}

proc run_elsewhere {way factor chosen most} {
    global name table62
    if {$way eq "clock"} { print_head }
    foreach name $chosen {
        set steps [expr {min($most, [dict get $table62 $name steps])}]
        set got [elsewhere_test $way $factor $steps]
        if {$way eq "clock"} { print_row $name $steps $got }
        lappend lists $name [dict get $got times]
        puts [format "%-10s %6d steps, result against the local one %.2e%s" $name $steps [dict get $got error] \
            [expr {$way eq "clock" ? "; [dict get $got missed] ticks missed" : ""}]]
    }
    if {$way ne "clock"} { return }
    puts "\ntimes of the exchanges, s over the factor, per cent of the steps"
    histogram $lists
}

if {$mode eq "virtual"} { run_virtual } else { run_elsewhere $mode $factor $chosen $most }
