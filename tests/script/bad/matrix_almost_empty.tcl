# stderr: matrixModel: fewer entries than freedoms: some have neither stiffness nor mass: 1 entries, 9000000 freedoms
proc put {name text} { set f [open $name w]; puts $f $text; close $f }
put k.mtx "%%MatrixMarket matrix coordinate real symmetric\n9000000 9000000 1\n1 1 1.0"
model basic -ndm 1 -ndf 1
matrixModel -K k.mtx
