# stderr: modalDamping: ratios are those of 2 modes, the last eigen found fewer: 1
source [file join [file dirname [info script]] .. modal_decay.tcl]
modal_decay { eigen 2; modalDamping 0.05; eigen 1 }
