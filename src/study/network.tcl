# The network tests between two laboratories (Mosqueda, Stojadinovic, Mahin, UCB/EERC 2005-02, 6.5, Table 6-2 and Figure 6-12): how often does a test slow down and hold,
# how long does it take, and what does a hold do to a specimen that relaxes? The tests are those of examples/seed4_network at full size, in virtual time. kip, in, s
#
# Shares of slow and held steps and the longest exchange are the table's own, from which the network is made; run times, and that the controller counts as many slow
# and held steps, are results.
source [file join [file dirname [info script]] study.tcl]
example seed4_network/seed4_network.tcl run_frame 9
array set found [kept]
table table-6-2 "Table 6-2: steps, shares slow and in hold, run time; here and in the report" {
    {test -10 %s} {steps 6 %d} {slow_% 8 %.2f} {report 7 %.1f} {hold_% 8 %.2f} {report 7 %.1f} {time_s 9 %.1f} {report 7 %.0f}
}
dict for {name of} $table62 {
    row $name [dict get $of steps] $found($name-slow) [dict get $of slow] $found($name-hold) [dict get $of hold] $found($name-time) [dict get $of time]
}
table_end
# share of exchanges that take longer
set curves {}
foreach name {cosine tabas50 tabas150} {
    set times [lsort -real -decreasing [table62_times [dict get $table62 $name]]]
    set n [llength $times]
    set i 0
    set rows [lmap t $times { list $t [expr {100.0*[incr i]/$n}] }]
    write_rows exchanges-$name.out $rows
    lappend curves -x 1 -y 2 -name $name exchanges-$name.out
}
plot exchanges.svg -title "Exchanges that take longer (slow above 0.72 s, hold above 1.2 s)" -xlabel "time of an exchange \[s\]" -ylabel "share of the steps \[%\]" -ylog {*}$curves
plot figure-6-12.svg -title "Relaxing specimen behind the network, Tabas 150 %" -xlabel "measured displacement \[in\]" -ylabel "measured force \[kip\]" -size 720 480 \
    -x 3 -y 5 -name "continuous" continuous-1.out -x 3 -y 5 -name "ramp and hold" -dash ramp-and-hold-1.out

beside
set ta [expr {$motion eq "recorded"}]
foreach {name slow hold time} {cosine 9.2 0.6 1210 tabas50 12.4 1.7 3667 tabas150 5.9 0.9 3638} {
    judge "$name: steps in the slow state \[%\]" $found($name-slow) $slow 0.2 "Table 6-2, put in"
    judge "$name: steps in the hold state \[%\]" $found($name-hold) $hold 0.1 "Table 6-2, put in"
    judge "$name: run time \[s\]" $found($name-time) $time 1% "paper, Table 6-2"
    judge "$name: run time over the target time" [expr {$found($name-time)/(1.2*[dict get $table62 $name steps])}] 1.02 < "paper: at most 2 % longer"
}
judge "longest hold \[s\]" $found(longest-hold) 4.7 0.2 "paper, 6.5.5" $ta
judge "the force falls in it \[kip\]" $found(relaxed) 0.0 > "paper, Fig. 6-12" $ta
judge "relaxing: error of the continuous test, below ramp and hold" $found(relaxing-continuous) $found(relaxing-ramp-and-hold) < "paper, 6.5.5" $ta
judge "continuous: error without relaxation, below that with it" $found(material-continuous) $found(relaxing-continuous) < "paper, 6.5.5" $ta
study_end
