# stderr: cut\.h5: the HDF5 file cannot be opened: it is damaged, was cut
proc put {name text} { set f [open $name w]; puts $f $text; close $f }
put k.txt "2 -1\n-1 2"
put m.txt "1 0\n0 1"
model basic -ndm 1 -ndf 1
matrixModel -K k.txt -M m.txt
exportMatrices e -format hdf5
set f [open e/matrices.h5 rb]; set b [read $f 3000]; close $f
set f [open cut.h5 wb]; puts -nonewline $f $b; close $f
matrixModel -K cut.h5 -first 11
