# stderr: exportMatrices e: there is no such format of matrices: csv \(allowed: hdf5, mtx, text\)
proc put {name text} { set f [open $name w]; puts $f $text; close $f }
put k.txt "2 -1\n-1 2"
put m.txt "1 0\n0 1"
model basic -ndm 1 -ndf 1
matrixModel -K k.txt
exportMatrices e -format csv
