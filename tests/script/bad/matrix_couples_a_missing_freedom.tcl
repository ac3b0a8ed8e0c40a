# stderr: matrixModel: -couple: there is no such freedom: 3 \(allowed: 1 to 2\)
proc put {name text} { set f [open $name w]; puts $f $text; close $f }
put k.txt "2 -1\n-1 2"
put m.txt "1 0\n0 1"
model basic -ndm 1 -ndf 1
matrixModel -K k.txt -couple {1 3}
