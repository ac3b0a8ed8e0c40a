# stderr: i\.txt: wants a row for each freedom: 3 x 1 \(allowed: 2 rows\)
proc put {name text} { set f [open $name w]; puts $f $text; close $f }
put k.txt "2 -1\n-1 2"
put m.txt "1 0\n0 1"
model basic -ndm 1 -ndf 1
put i.txt "1\n0\n1"
matrixModel -K k.txt -M m.txt -load i.txt
