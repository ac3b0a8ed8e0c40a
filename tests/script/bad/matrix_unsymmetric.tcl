# stderr: matrixModel: k2\.txt is not symmetric: entry \(2, 1\) is -3, \(1, 2\) is -1: .* of the diagonal \(allowed: 1e-09\)
proc put {name text} { set f [open $name w]; puts $f $text; close $f }
put k.txt "2 -1\n-1 2"
put m.txt "1 0\n0 1"
model basic -ndm 1 -ndf 1
put k2.txt "2 -1\n-3 2"
matrixModel -K k2.txt -M m.txt
