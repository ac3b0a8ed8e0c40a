# stderr: matrixModel: i\.txt wants as many directions of -load beside it
proc put {name text} { set f [open $name w]; puts $f $text; close $f }
put k.txt "2 -1\n-1 2"
put m.txt "1 0\n0 1"
model basic -ndm 1 -ndf 1
put i.txt "1\n0"
matrixModel -K k.txt -M m.txt -inertia i.txt
