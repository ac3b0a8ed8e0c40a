# stderr: e/matrices\.h5: the file has no such data set or group: Ks \(allowed: C, K, M, inertia, iota\)
proc put {name text} { set f [open $name w]; puts $f $text; close $f }
put k.txt "2 -1\n-1 2"
put m.txt "1 0\n0 1"
model basic -ndm 1 -ndf 1
matrixModel -K k.txt -M m.txt
exportMatrices e -format hdf5
wipe
model basic -ndm 1 -ndf 1
matrixModel -K e/matrices.h5:Ks
