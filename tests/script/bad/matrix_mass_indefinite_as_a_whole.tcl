# stderr: matrixModel: m3\.txt is no mass: it is not positive semi-definite at freedom \d
proc put {name text} { set f [open $name w]; puts $f $text; close $f }
put k.txt "2 -1\n-1 2"
put m.txt "1 0\n0 1"
model basic -ndm 1 -ndf 1
put k3.txt "2 0 0\n0 2 0\n0 0 2"
put m3.txt "1 -0.7 -0.7\n-0.7 1 -0.7\n-0.7 -0.7 1"
matrixModel -K k3.txt -M m3.txt
