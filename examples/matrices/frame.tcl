# The frame of this example by its members: four storeys of 3.2 m, one bay of 6 m.  kN, m, s
#
#   41---42    Stands for the model in another program. As a script of its own it writes what that program would export:
#    |    |        tandem run frame.tcl
#   31---32    makes K.mtx, M.mtx, C.mtx and dofs.txt anew.
#    |    |
#   21---22
#    |    |
#   11---12
#    |    |
#   _1_  _2_
proc frame {} {
    model basic -ndm 2 -ndf 3
    geomTransf Linear 1
    foreach column {1 2} x {0.0 6.0} {
        for {set floor 0} {$floor <= 4} {incr floor} {
            set tag [expr {10*$floor + $column}]
            node $tag $x [expr {3.2*$floor}]
            if {$floor == 0} { fix $tag 1 1 1 } else { mass $tag 18.0 18.0 0.0 }
        }
    }
    for {set floor 1} {$floor <= 4} {incr floor} {
        foreach column {1 2} {
            element elasticBeamColumn [expr {10*$floor + $column}] [expr {10*($floor - 1) + $column}] [expr {10*$floor + $column}] 0.016 2.1e8 2.5e-4 1
        }
        element elasticBeamColumn [expr {10*$floor + 3}] [expr {10*$floor + 1}] [expr {10*$floor + 2}] 0.012 2.1e8 3.7e-4 1
    }
    rayleigh 0.25 0.0 0.002 0.0
}

if {[info exists argv0] && [file tail $argv0] eq "frame.tcl"} {
    frame
    puts "[exportMatrices [file dirname [info script]]] unknowns"
}
