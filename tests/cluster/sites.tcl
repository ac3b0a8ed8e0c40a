# The test of tests/network with its equations solved on the ranks. Words: those of that script. After the first analyze it waits between two steps: there is a
# file `between` until somebody makes the file `go`.
engine scalapack
rename analyze steps
proc analyze {n dt} {
    set code [steps $n $dt]
    if {$n > 1} {
        close [open between w]
        while {![file exists go]} { after 5 }
    }
    return $code
}
source [file join [file dirname [info script]] .. network test.tcl]
