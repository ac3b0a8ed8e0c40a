# stdout: ^HHT_TP same$
# stdout: ^TRBDF2 same$
# stdout: ^Houbolt same$
# stdout: ^CentralDifference same$
# stdout: ^modal HHT_TP same$
# stdout: ^modal TRBDF2 same$
# stdout: ^modal Houbolt same$
# stdout: ^modal CentralDifference same$
# stdout: ^modal ExplicitDifference same$
# stdout: ^modal AlphaOS same$
# Choosing another test or algorithm on the way does not disturb methods that remember earlier steps.
proc run {integ algo interrupt {engine sparse}} {
    wipe
    model basic -ndm 1 -ndf 1
    node 1 0
    node 2 0 -mass 1.0
    fix 1 1
    uniaxialMaterial Elastic 1 40.0 0.3
    element zeroLength 1 1 2 -mat 1 -dir 1
    pattern Plain 1 "Sine 0 9 0.7" { load 2 1.0 }
    constraints Plain
    numberer Plain
    system BandGeneral
    engine {*}$engine
    test NormUnbalance 1e-12 20
    algorithm {*}$algo
    integrator {*}$integ
    analysis Transient
    analyze 21 0.01
    if {$interrupt} {
        test NormDispIncr 1e-14 30
        algorithm {*}$algo
    }
    analyze 20 0.01
    return [nodeDisp 2 1]
}
foreach {integ algo} {{HHT_TP 0.8} Newton TRBDF2 Newton Houbolt Newton CentralDifference Linear} {
    set a [run $integ $algo 0]
    set b [run $integ $algo 1]
    puts "[lindex $integ 0] [expr {abs($a-$b) <= 1e-12*abs($a) ? {same} : "$a $b"}]"
}
foreach {integ algo} {{HHT_TP 0.8} Newton TRBDF2 Newton Houbolt Newton CentralDifference Linear ExplicitDifference Linear {AlphaOS 0.8} Linear} {
    set a [run $integ $algo 0 modal]
    set b [run $integ $algo 1 modal]
    puts "modal [lindex $integ 0] [expr {abs($a-$b) <= 1e-12*abs($a) ? {same} : "$a $b"}]"
}
