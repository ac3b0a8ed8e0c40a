# command: rehearse
# status: 1
# stdout: change: the dry run did not come to its end
# stderr: it cannot go on
# silent: ^go$
source [file join [file dirname [info script]] .. oscillator.tcl]
oscillator { rig VirtualRig 1 -channel 1 } 400 0.01
puts stderr "it cannot go on"
exit 3
