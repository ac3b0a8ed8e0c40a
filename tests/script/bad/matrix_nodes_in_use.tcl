# stderr: matrixModel: node 2 is there already, and freedom 2 wants that tag; -first tag
proc put {name text} { set f [open $name w]; puts $f $text; close $f }
put k.txt "2 -1\n-1 2"
put m.txt "1 0\n0 1"
model basic -ndm 1 -ndf 1
node 2 0.0
matrixModel -K k.txt
