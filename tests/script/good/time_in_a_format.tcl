# stdout: ^0\.125000 1\.250000000000E-01 0\.125$
# The time is written as Tcl's format would; loops of published scripts ask for twelve digits.
setTime 0.125
puts "[getTime] [getTime %1.12E] [getTime %g]"
