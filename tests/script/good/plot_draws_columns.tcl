# file roof.svg: <svg xmlns
# file roof.svg: left and right
# file part.svg: class="curve dash k
# Columns of a recorder's file become a picture.
set f [open roof.out w]
for {set i 0} {$i < 50} {incr i} { puts $f "$i [expr {sin($i)}] [expr {cos($i)}]" }
close $f
plot roof.svg -title "left and right" -xlabel step -ylabel value -size 500 300 -x 1 -y 2 3 -name left right roof.out
plot part.svg -xlim 10 20 -ylog -x 1 -y 2 -name left -dash roof.out -x 1 -y 3 -name right roof.out
