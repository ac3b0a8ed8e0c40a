# The hybrid test of the folder this runs in and its numerical twin beside it, in one picture.
set f [open response.out]
set g [open numerical/response.out]
set out [open compare.out w]
set worst 0.0
set most 0.0
while {[gets $f a] >= 0 && [gets $g b] >= 0} {
    lassign $a t u1 u2
    lassign $b t w1 w2
    puts $out "$t $u1 $w1"
    set worst [expr {max($worst, abs($u1 - $w1))}]
    set most [expr {max($most, abs($w1))}]
}
close $f
close $g
close $out
plot compare.svg -title "First floor: hybrid test and computed structure" -xlabel "time \[s\]" -ylabel "displacement \[in\]" \
    -x 1 -y 2 3 -name "hybrid test" computed compare.out
puts [format "\nlargest difference of the first floor: %.1f %% of its peak" [expr {100.0*$worst/$most}]]
