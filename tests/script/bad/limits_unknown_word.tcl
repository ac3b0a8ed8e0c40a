# stderr: limits_unknown_word.tcl:2: expLimits 1: unexpected word: -forse
expLimits 1 -stroke -5 5 -forse -1 1
