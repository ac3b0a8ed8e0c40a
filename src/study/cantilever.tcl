# Case 1 of the CU-Boulder desktop platform for Fast Hybrid Tests (report CU-NEES-06-3): a cantilever with a force sin 2t at its top, ten seconds of average
# acceleration with a step of 1 ms. The model is examples/cantilever.tcl, as printed; the sine with the period pi to full precision. kip, in, s
source [file join [file dirname [info script]] study.tcl]
set duration 0
source [file join [file dirname [info script]] examples cantilever.tcl]
remove recorders
remove loadPattern 1
pattern Plain 1 "Sine 0.0 50.0 $pi" { load 2 1 0 0 }
set omega [expr {sqrt([lindex [eigen -fullGenLapack 1] 0])}]
set most 0.0
set rows {{0 0 0}}
for {set i 1} {$i <= 10000} {incr i} {
    analyze 1 0.001
    set u [nodeDisp 2 1]
    if {$u > $most} { set most $u; set when [getTime] }
    if {$i % 10 == 0} { lappend rows [list [getTime] $u [nodeDisp 2 3]] }
    if {$i in {1000 5000 10000}} { set at($i) $u }
    if {$i % 500 == 0} { progress cantilever 10000 $i }
}
write_rows case-1.out $rows
table case-1 "displacement of the top \[in\]" {{s 4 %d} {ux 18 %.10e}}
foreach i {1000 5000 10000} { row [expr {$i/1000}] $at($i) }
table_end
plot case-1.svg -title "Case 1: cantilever under sin 2t" -xlabel "time \[s\]" -ylabel "displacement of the top \[in\]" -x 1 -y 2 case-1.out
beside
judge "frequency with rotational mass \[rad/s\]" $omega 27.91207 0.00003% "closed form"
judge "lateral stiffness 3 E I/L^3 \[kip/in\]" [expr {3.0*29000*3400/156.0**3}] 77.915592 1e-6 "closed form"
foreach {i want} {1000 1.1625315112e-2 5000 -6.9584357184e-3 10000 1.1746713820e-2} {
    judge "displacement at [expr {$i/1000}] s \[in\]" $at($i) $want 0.0000001% "second program"
}
judge "largest displacement \[in\]" $most 0.0131850470 0.0000004% "second program"
judge "its time \[s\]" $when 0.837 1e-9 "second program"
study_end
