# stderr: matrixModel: coupling freedom 2 \(node 12\) is fixed; a specimen could not move it
proc put {name text} { set f [open $name w]; puts $f $text; close $f }
put k.txt "2 -1\n-1 2"
put m.txt "1 0\n0 1"
model basic -ndm 1 -ndf 1
matrixModel -K k.txt -M m.txt -first 11 -couple 2
fix 12 1
eigen 1
