# a model given by its matrices, rows parted by semicolons; the specimen is a spring between the ground and one of its freedoms
model basic -ndm 1 -ndf 1
foreach {file rows} {K.txt {{K}} M.txt {{M}}} {
    set f [open $file w]
    foreach row [split $rows ";"] { puts $f [string trim $row] }
    close $f
}
matrixModel -K K.txt -M M.txt -couple {couple} -load all
node 1000 0.0
fix 1000 1
set specimenNodes [list 1000 {couple}]
set specimenElement twoNodeLink
set specimenStiffness {stiffness}
