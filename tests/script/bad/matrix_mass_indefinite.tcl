# stderr: matrixModel: m2\.txt is no mass: it is not positive semi-definite at freedom 2: diagonal -1
proc put {name text} { set f [open $name w]; puts $f $text; close $f }
put k.txt "2 -1\n-1 2"
put m.txt "1 0\n0 1"
model basic -ndm 1 -ndf 1
put m2.txt "1 0\n0 -1"
matrixModel -K k.txt -M m2.txt
