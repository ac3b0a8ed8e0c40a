# stderr: plot a\.svg: last x is out of range: 1 \(allowed: > 2\)
set f [open a.out w]
puts $f "1 2\n3 4"
close $f
plot a.svg -xlim 2 1 a.out
