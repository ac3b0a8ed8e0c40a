# stderr: error_of_tcl_itself\.tcl:5: divide by zero
# stderr: command: expr \{\$a/0\}
if {1} {
    foreach a {1 2} {
        set b [expr {$a/0}]
    }
}
