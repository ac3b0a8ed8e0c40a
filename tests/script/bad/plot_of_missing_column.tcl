# stderr: plot a\.svg: a\.out has no such column: 3 \(allowed: 1 to 2\)
set f [open a.out w]
puts $f "1 2\n3 4"
close $f
plot a.svg -x 1 -y 3 a.out
