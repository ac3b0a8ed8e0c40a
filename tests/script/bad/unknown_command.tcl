# stderr: ^.*bad/unknown_command\.tcl:4: .*unknown command: elemnt; did you mean element\?
# stderr: command: elemnt truss 1 1 2 1\.0 1
set x 1
elemnt truss 1 1 2 1.0 1
