# stderr: matrixModel: m3\.txt has another size than the stiffness: 3 x 3 \(allowed: 2 x 2\)
proc put {name text} { set f [open $name w]; puts $f $text; close $f }
put k.txt "2 -1\n-1 2"
put m.txt "1 0\n0 1"
model basic -ndm 1 -ndf 1
put m3.txt "1 0 0\n0 1 0\n0 0 1"
matrixModel -K k.txt -M m3.txt
