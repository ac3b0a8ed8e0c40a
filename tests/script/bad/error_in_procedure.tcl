# stderr: error_in_procedure\.tcl:8: node b: tag is not a whole number: b
# stderr: in procedure inner
# stderr: called from .*error_in_procedure\.tcl:12 in procedure outer
# stderr: called from .*error_in_procedure\.tcl:16
model basic -ndm 1
proc inner {tag} {
    if {$tag ne "a"} {
        node $tag 0
    }
}
proc outer {} {
    foreach tag {1 b} { inner $tag }
}

if {1} {
    outer
}
