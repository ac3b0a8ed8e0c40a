# stderr: error_in_loop\.tcl:5: node.*: tag 3 is in use already
model basic -ndm 1
node 3 0
for {set i 1} {$i < 5} {incr i} {
    set x [expr {2*$i}]; node $i $x
}
