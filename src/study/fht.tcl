# Shear frames of one, two and three storeys by the Fast Hybrid Test, linear, hardening and softening, against central differences of 1 ms (Jung 2006, J.
# Earthquake Eng. Soc. Korea 10, Table 1, Figures 4 and 5). The tests are those of examples/fast_hybrid: every storey a specimen, ten iterations a step of
# 0.01 s, actuators that are 2 ms late, El Centro of 0.2, 0.18 and 0.2 g. N, m, s, kg
source [file join [file dirname [info script]] study.tcl]
# every run is noted: exact and tested, one after the other
example fast_hybrid/fast_hybrid.tcl history 18 {lappend tops}

table frames "largest displacement of the top, by central differences and by the Fast Hybrid Test" {
    {storeys 7 %d} {law -10 %s} {exact_m 9 %.5f} {tested_m 9 %.5f} {error_% 8 %.3f}
}
set i 0
foreach storeys {1 2 3} {
    set words {}
    foreach law {linear hardening softening} {
        set exact [lindex $tops $i]
        set tested [lindex $tops $i+1]
        incr i 2
        set peak($storeys,$law) [largest $exact]
        set error($storeys,$law) [expr {100.0*[largest [difference $tested $exact]]/$peak($storeys,$law)}]
        row $storeys $law $peak($storeys,$law) [largest $tested] $error($storeys,$law)
        set rows {}
        set t 0.0
        foreach a $exact b $tested { lappend rows [list [set t [expr {$t + 0.01}]] $a $b] }
        write_rows $storeys-storey-$law.out $rows
        if {$storeys > 1} {
            plot figure-[expr {$storeys + 2}]-$law.svg -title "Figure [expr {$storeys + 2}]: $storeys storeys, $law" -xlabel "time \[s\]" \
                -ylabel "displacement of the top \[m\]" -x 1 -y 2 -name "central differences" $storeys-storey-$law.out \
                -x 1 -y 3 -name "Fast Hybrid Test" -dash $storeys-storey-$law.out
        }
    }
}
table_end

# frequencies, Table 1
set hz {}
foreach storeys {1 2 3} {
    frame $storeys linear 0
    foreach x [eigen -fullGenLapack $storeys] { lappend hz [expr {sqrt($x)/(2.0*$pi)}] }
}
beside
set el [expr {$motion eq "recorded"}]
foreach f $hz want {1.63 0.95 2.36 0.77 1.86 2.49} own {1.6303 0.9539 2.3546 0.7728 1.8553 2.4922} what {1/1 1/2 2/2 1/3 2/3 3/3} {
    judge "mode/storeys $what: frequency \[Hz\]" $f $want 0.006 "paper, Table 1"
    judge "mode/storeys $what: frequency \[Hz\]" $f $own 0.0001 "second program"
}
foreach {key want} {1,linear .04332 1,hardening .03343 1,softening .03160 2,linear .07456 2,hardening .04882 2,softening .06234} {
    judge "storeys,law $key: largest displacement \[m\]" $peak($key) $want 0.00001 "second program" $el
}
# one in the last digit
foreach {key want digit} {2,linear .46 .01 2,hardening .98 .01 2,softening 6.4 .1 3,softening 1.6 .1} {
    judge "storeys,law $key: error of the test \[%\]" $error($key) $want $digit "second program" $el
}
study_end
