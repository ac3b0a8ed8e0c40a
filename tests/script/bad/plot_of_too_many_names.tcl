# stderr: plot f\.svg: more than 16 curves
set f [open f.out w]
puts $f [lrepeat 130 1.0]
puts $f [lrepeat 130 2.0]
close $f
set columns {}
set names {}
for {set i 2} {$i < 130} {incr i} {
    lappend columns $i
    lappend names n$i
}
plot f.svg -x 1 -y {*}$columns -name {*}$names f.out
