# stderr: matrixModel: k2\.txt is not square: 2 x 3
proc put {name text} { set f [open $name w]; puts $f $text; close $f }
put k.txt "2 -1\n-1 2"
put m.txt "1 0\n0 1"
model basic -ndm 1 -ndf 1
put k2.txt "1 0 0\n0 1 0"
matrixModel -K k2.txt
