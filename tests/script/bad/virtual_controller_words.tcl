# stderr: virtual_controller_words.tcl:5: expController 2: -slow ends before -extrapolate: 0\.5 \(allowed: at least 0\.6\)
model basic -ndm 1 -ndf 1
expCommand Lagrange 1 3
expController 1 1
expController 2 1 -slow 0.5
