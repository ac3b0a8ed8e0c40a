# more modes found later are not damped, as in OpenSees
source [file join [file dirname [info script]] .. modal_decay.tcl]
set one [modal_decay { eigen 1; modalDamping 0.05 }]
set later [modal_decay { eigen 1; modalDamping 0.05; eigen 2 }]
foreach x $later y $one { if {abs($x - $y) > 1e-12*abs($y)} { error "$later with a mode found later, not $one" } }
