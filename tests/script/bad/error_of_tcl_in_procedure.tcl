# stderr: error_of_tcl_in_procedure\.tcl:6: can't read "missing": no such variable
# stderr: in procedure middle
proc middle {a b} {
    set sum 0
    if {$a < $b} {
        incr sum $missing
    }
}
middle 1 2
