# a structure has two modes: a third one is refused, and those that were found stay
source [file join [file dirname [info script]] .. modal_decay.tcl]
set damped [modal_decay { eigen 2; modalDamping 0.05 }]
if {$damped eq [modal_decay {}]} { error "it is not damped" }
set refused [modal_decay {
    eigen 2
    modalDamping 0.05
    set shape [nodeEigenvector 3 2]
    if {![catch {eigen 3}]} { error "three modes" }
    if {[nodeEigenvector 3 2] ne $shape} { error "the modes are gone" }
}]
if {$refused ne $damped} { error "$refused after a refusal, not $damped" }
