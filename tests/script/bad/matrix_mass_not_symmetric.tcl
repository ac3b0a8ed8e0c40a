# stderr: matrixModel: m2\.txt is not symmetric: entry \(2, 1\) is 0\.5, \(1, 2\) is 0:
proc put {name text} { set f [open $name w]; puts $f $text; close $f }
put k.txt "2 -1\n-1 2"
put m.txt "1 0\n0 1"
model basic -ndm 1 -ndf 1
put m2.txt "2 0\n0.5 2"
matrixModel -K k.txt -M m2.txt -unsymmetric
