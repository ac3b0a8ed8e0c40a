# Table 6-2 of Mosqueda, Stojadinovic, Mahin, UCB/EERC 2005-02 (with its comparison signs corrected), and networks that it describes.
#
# A row: steps; per cent of them whose target took longer than 0.72 s (the test slows down) and than 1.2 s (it holds); the longest [s]; run time [s].
set table62 {
    cosine   {steps 1000 slow  9.2 hold 0.6 longest 1.76 time 1210}
    tabas50  {steps 3000 slow 12.4 hold 1.7 longest 6.59 time 3667}
    tabas150 {steps 3000 slow  5.9 hold 0.9 longest 5.90 time 3638}
}

# As many times as the test has steps [s], in an order of chance: at least 0.16 s (5.4.2), half of them longer than 0.4 s (0.3 s on the network, 5.4.2, and 0.1 s
# in the computers, 5.5.3), the row's shares longer than 0.72 and 1.2 s, the longest as in the row. With q the share that is longer,
#
#   ln x is linear in ln q between (1, 0.16), (0.5, 0.4), (slow, 0.72), (hold, 1.2), (1/2n, longest);   x_i = x(q = (i - 1/2)/n),  i = 1 ... n
#
# so the run time is not put in: it follows from what the controller does with such times.
proc table62_times {row} {
    set n [dict get $row steps]
    set anchors [list 1.0 0.16 0.5 0.40 [expr {0.01*[dict get $row slow]}] 0.72 [expr {0.01*[dict get $row hold]}] 1.2 [expr {0.5/$n}] [dict get $row longest]]
    for {set i 1} {$i <= $n} {incr i} {
        set q [expr {($i - 0.5)/$n}]
        foreach {q1 x1} [lrange $anchors 0 end-2] {q2 x2} [lrange $anchors 2 end] { if {$q >= $q2} { break } }
        lappend times [expr {$x1*($x2/$x1)**(log($q/$q1)/log($q2/$q1))}]
    }
    return [shuffled $times]
}

# Fisher and Yates, with the generator of Park and Miller (1988): the same order everywhere.
proc shuffled {list} {
    set state 1978
    for {set i [llength $list]} {$i > 1} {incr i -1} {
        set state [expr {$state*16807 % 2147483647}]
        set j [expr {$state % $i}]
        set last [lindex $list $i-1]
        lset list $i-1 [lindex $list $j]
        lset list $j $last
    }
    return $list
}

# Share of the times that are longer, in per cent.
proc tcl::mathfunc::share_longer {times limit} { return [expr {100.0*[llength [lmap x $times {if {$x <= $limit} continue; set x}]]/[llength $times]}] }

# Histogram of several lists {name times ...}: a line for each 0.12 s up to 1.44 s and one for what is longer, in per cent, bars for the last list;
# * where the test slows down, ** where it holds.
proc histogram {lists} {
    puts [format "%12s%s" "" [join [lmap {name times} $lists { format "%10s" $name }] ""]]
    for {set i 0} {$i <= 12} {incr i} {
        set shares [lmap {name times} $lists { expr {share_longer($times, 0.12*$i) - ($i < 12 ? share_longer($times, 0.12*($i + 1)) : 0.0)} }]
        puts [format "  %5s %4.2f%s  %-2s %s" [expr {$i < 12 ? "from" : "over"}] [expr {0.12*$i}] [join [lmap x $shares { format "%10.2f" $x }] ""] \
            [lindex {{} * **} [expr {($i >= 6) + ($i >= 10)}]] [string repeat # [expr {round([lindex $shares end])}]]]
    }
}
