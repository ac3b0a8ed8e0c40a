# Coarse targets and fine commands: AMRI and its rivals (Maghareh, Waldbjoern, Dyke, Prakash, Ozdagli, AMRI, case studies I and II, Figures 3.2a and 3.2b). The
# computation is that of examples/multirate. Errors are against the same actuator driven at the fine rate: against the wanted motion itself no method could be
# better than 8.3 %, for the actuator's gain is 0.917.
source [file join [file dirname [info script]] study.tcl]
example multirate/multirate.tcl follow [expr {245 + 24}]

proc rows_of {file} {
    set f [open $file]
    set rows [split [string trim [read $f]] \n]
    close $f
    return $rows
}

table figure-3-2a "Figure 3.2a: largest error of a sine, AMRI \[%\]" {{Hz 4 %d} {SFR_2 9 %.4f} {SFR_4 9 %.4f} {SFR_5 9 %.4f} {SFR_8 9 %.4f} {SFR_10 9 %.4f}}
foreach line [rows_of sine.out] { row {*}[lrange $line 0 5] }
table_end
table figure-3-2b "Figure 3.2b: error of a chirp of 0 to 15 Hz, root of the mean square \[%\]" {
    {SFR 4 %d} {AMRI 10 %.5f} {Horiuchi 10 %.5f} {Wallace 10 %.5f} {linear_acc 10 %.5f}
}
foreach line [rows_of chirp.out] {
    row {*}$line
    set chirp([lindex $line 0]) [lrange $line 1 4]
}
table_end
beside
foreach sfr {2 4 5 8 10} want {49 49 40 24 19} { judge "SFR $sfr: error below 5 % up to \[Hz\]" $limit($sfr) $want 0 "second program, Fig. 3.2a" }
judge "cases of 245 with less than 1 %" $small 122.5 > "paper: the majority"
judge "cases of 245 with less than 1 %" $small 136 1 "second program"
foreach sfr {2 5 8 10} {
    lassign $chirp($sfr) amri horiuchi wallace linear
    judge "chirp, SFR $sfr: AMRI below the best rival \[%\]" $amri [expr {min($horiuchi, $wallace, $linear)}] < "paper, Fig. 3.2b (i)"
    judge "chirp, SFR $sfr: methods 1 and 2 alike \[%\]" $wallace $horiuchi 0.1% "paper, Fig. 3.2b (ii)"
}
judge "chirp, SFR 2: method 3 below methods 1 and 2 \[%\]" [lindex $chirp(2) 3] [lindex $chirp(2) 1] < "paper, Fig. 3.2b (iii)"
judge "chirp, SFR 20: method 3 not effective any more \[%\]" [lindex $chirp(20) 3] [lindex $chirp(20) 1] > "paper, Fig. 3.2b (iii)"
study_end
