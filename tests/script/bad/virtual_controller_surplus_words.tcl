# stderr: virtual_controller_surplus_words.tcl:3: expController 1: unexpected word: surplus
expCommand Lagrange 1 3
expController 1 1 -slow 0.9 surplus
