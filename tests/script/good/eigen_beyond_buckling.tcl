# stdout: ^1 column: right, right\n40 columns: right, right\n$
# Columns of length L, hinged at both ends, whose tops are held sideways by springs k and carry P = EA (1 - l/L), l being the length that is left. Sideways
# a top has k - P/l: below 0 where the load is beyond the critical one. Its eigenvalues are (k - P/l)/m and EA/(L m), in closed form. Those of all columns
# come in rising order, negative ones first, from the solver for small models and from that for large ones.
set L 3.0; set EA 9000.0; set m 2.0; set P 900.0
set l [expr {$L * (1.0 - $P / $EA)}]
foreach columns {1 40} {
    wipe
    model basic -ndm 2 -ndf 2
    timeSeries Linear 1
    pattern Plain 1 1 {}
    uniaxialMaterial Elastic 1 $EA
    set right {}
    for {set i 1} {$i <= $columns} {incr i} {
        node $i [expr {10.0 * $i}] 0
        node [expr {100 + $i}] [expr {10.0 * $i}] $L -mass $m $m
        node [expr {200 + $i}] [expr {10.0 * $i}] $L
        fix $i 1 1
        fix [expr {200 + $i}] 1 1
        # from far beyond buckling to far from it, not in the order of the columns
        set k [expr {5.0 + 25.0 * (($i * 17) % 41)}]
        uniaxialMaterial Elastic [expr {1 + $i}] $k
        element corotTruss $i $i [expr {100 + $i}] 1.0 1
        element zeroLength [expr {100 + $i}] [expr {200 + $i}] [expr {100 + $i}] -mat [expr {1 + $i}] -dir 1
        load [expr {100 + $i}] 0 [expr {-$P}]
        lappend right [expr {($k - $P / $l) / $m}] [expr {$EA / $L / $m}]
    }
    constraints Plain
    numberer Plain
    system BandGeneral
    test NormUnbalance 1e-9 30
    algorithm Newton
    integrator LoadControl 0.1
    analysis Static
    if {[analyze 10] != 0} { error "no equilibrium" }
    set right [lsort -real $right]
    set modes [expr {$columns == 1 ? 2 : 16}]
    set verdict {}
    foreach words {{} -fullGenLapack} {
        set ok right
        foreach got [eigen {*}$words $modes] want [lrange $right 0 $modes-1] {
            if {abs($got - $want) > 1e-7 * abs([lindex $right 0])} { set ok "$got is not $want" }
        }
        lappend verdict $ok
    }
    puts "$columns column[expr {$columns == 1 ? {} : {s}}]: [join $verdict {, }]"
}
