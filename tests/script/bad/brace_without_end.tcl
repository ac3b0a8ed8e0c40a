# stderr: brace_without_end\.tcl:2: missing close-brace
proc open {} {
    node 1 0
