# stderr: error_by_script\.tcl:3: no such frame$
if {1} {
    error "no such frame"
}
