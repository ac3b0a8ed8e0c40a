# Case 2 of the CU-Boulder desktop platform for Fast Hybrid Tests (report CU-NEES-06-3): a bay of two columns and a beam with one brace, a force sin 2t at a
# corner. The model is examples/braced_bay.tcl, as printed, whole; and divided: its brace tested by a rig that does what it is told. kip, in, s
source [file join [file dirname [info script]] study.tcl]
set duration 0

# Ten seconds; displacements of nodes 2 and 3.
proc run_bay {} {
    global rows
    set all {}
    for {set i 1} {$i <= 10000} {incr i} {
        analyze 1 0.001
        lappend all [list [nodeDisp 2 1] [nodeDisp 3 1]]
        if {$i % 500 == 0} { progress braced_bay 20000 [incr ::done 500] }
    }
    return $all
}

set done 0
source [file join [file dirname [info script]] examples braced_bay.tcl]
remove recorders
set omega [lmap x [eigen -fullGenLapack 6] { expr {sqrt($x)} }]
set whole [run_bay]

# the brace is 10 in2 of 29000 ksi, sqrt(360^2 + 156^2) long
wipe
source [file join [file dirname [info script]] examples braced_bay.tcl]
remove recorders
remove element 4
set length [expr {hypot(360.0, 156.0)}]
set k [expr {29000.0*10.0/$length}]
uniaxialMaterial Elastic 2001 $k
expControl SimUniaxialMaterials 1 2001
expSetup OneActuator 1 -control 1 1 -sizeTrialOut 1 1
expSite LocalSite 1 1
expElement truss 4 1 3 -site 1 -initStif $k
set divided [run_bay]
progress braced_bay 20000 20000

set rows {{0 0 0}}
set i 0
set worst 0.0
foreach a $whole b $divided {
    if {[incr i] % 10 == 0} { lappend rows [list [expr {0.001*$i}] [lindex $a 0] [lindex $b 0]] }
    set worst [expr {max($worst, abs([lindex $a 0] - [lindex $b 0]), abs([lindex $a 1] - [lindex $b 1]))}]
}
set peak [largest [lmap a $whole { lindex $a 0 }]]
write_rows case-2.out $rows
table case-2 "displacements of node 2, whole and with the brace tested \[in\]" {{s 4 %d} {whole 18 %.10e} {divided 18 %.10e}}
for {set i 1} {$i <= 10} {incr i} { row $i [lindex $whole [expr {1000*$i - 1}] 0] [lindex $divided [expr {1000*$i - 1}] 0] }
table_end
plot case-2.svg -title "Case 2: braced bay under sin 2t" -xlabel "time \[s\]" -ylabel "displacement of node 2 \[in\]" \
    -x 1 -y 2 -name "whole" case-2.out -x 1 -y 3 -name "brace tested" -dash case-2.out
beside
foreach w $omega want {70.10305 246.07999 375.1142 376.8804 5898.246 7334.868} n {1 2 3 4 5 6} {
    judge "frequency of mode $n \[rad/s\]" $w $want 0.00002% "second program"
}
judge "divided against whole, of the largest displacement" [expr {$worst/$peak}] 1e-9 < "paper: to rounding"
study_end
