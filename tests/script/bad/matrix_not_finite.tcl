# stderr: k2\.txt: line 3: a number that is not finite: NaN
proc put {name text} { set f [open $name w]; puts $f $text; close $f }
put k.txt "2 -1\n-1 2"
put m.txt "1 0\n0 1"
model basic -ndm 1 -ndf 1
put k2.txt "# K\n2 -1\n-1 NaN"
matrixModel -K k2.txt
