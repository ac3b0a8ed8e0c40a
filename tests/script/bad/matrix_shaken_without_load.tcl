# stderr: pattern: UniformExcitation 1: the matrices of nodes 1 to 2 do not say which freedoms move with the ground: direction 1; give matrixModel -load
proc put {name text} { set f [open $name w]; puts $f $text; close $f }
put k.txt "2 -1\n-1 2"
put m.txt "1 0\n0 1"
model basic -ndm 1 -ndf 1
matrixModel -K k.txt -M m.txt
pattern UniformExcitation 1 1 -accel Constant
system BandSPD; algorithm Linear; integrator Newmark 0.5 0.25; analysis Transient
analyze 1 0.01
