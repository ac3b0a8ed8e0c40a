# file decades.svg: >1000</text>(?s:.*)>0\.01</text>
# Both axes in decades, the legend above them: ticks are powers of ten.
set f [open cost.out w]
foreach n {100 1000 10000} { puts $f "$n [expr {1e-5*$n}]" }
close $f
plot decades.svg -xlog -ylog -above -x 1 -y 2 -name cost -marks cost.out
