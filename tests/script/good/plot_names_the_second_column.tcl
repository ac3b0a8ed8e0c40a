# file f.svg: >roof<
set f [open f.out w]
puts $f "0.0 1.0\n1.0 2.0"
close $f
plot f.svg -name roof f.out -name floor f.out
