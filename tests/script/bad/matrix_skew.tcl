# stderr: k\.mtx: line 1: a skew-symmetric matrix is no stiffness
proc put {name text} { set f [open $name w]; puts $f $text; close $f }
put k.txt "2 -1\n-1 2"
put m.txt "1 0\n0 1"
model basic -ndm 1 -ndf 1
put k.mtx "%%MatrixMarket matrix coordinate real skew-symmetric\n2 2 1\n2 1 1.0"
matrixModel -K k.mtx
