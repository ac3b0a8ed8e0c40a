# stderr: motion: its unit is not known, so it cannot become m/s2; say in which unit the file is
# A bare column is not said to be in the wanted unit.
set f [open quake.txt w]
puts $f "0.1\n-0.2\n0.3"
close $f
motion read 1 quake.txt -dt 0.02 -unit m/s2
