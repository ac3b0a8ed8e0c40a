# command: rehearse
# stdout: \ngo\n
source [file join [file dirname [info script]] .. oscillator.tcl]
# nobody is asked
oscillator { expSite NetworkSite 1 127.0.0.1 9 -site nowhere } 400 0.01
