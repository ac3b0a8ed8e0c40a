# stdout: ^KrylovNewton -iterate initial -increment initial 2 4$
# stdout: ^Broyden -initial 2$
# stdout: ^BFGS -initial 2$
# stdout: ^ModifiedNewton -initial 73$
# Springs on the second line of Steel01, where the step is linear, with the matrix of the first line. With one unknown all of them are the secant method: two
# iterations, where a kept matrix needs 73 (0.75^73 = 7.6e-10). With three unknowns Krylov's subspace is whole after three: four iterations
# (Scott & Fenves 2010); Broyden's matrix is right after at most six (D. M. Gay, SIAM J. Numer. Anal. 16, 1979).
proc iterations {words springs} {
    wipe
    model basic -ndm 1 -ndf 1
    node 1 0; fix 1 1
    set n 1
    foreach {e b} $springs {
        incr n
        node $n 0
        uniaxialMaterial Steel01 $n 4.0 $e $b
        element zeroLength $n [expr {$n-1}] $n -mat $n -dir 1
    }
    pattern Plain 1 {Path -time {0 1 2 3} -values {0 4.5 5.5 5.5}} { load $n 1.0 }
    constraints Plain; numberer Plain; system BandGeneral
    test NormUnbalance 1e-9 400
    algorithm {*}$words
    integrator LoadControl 1.0
    analysis Static
    if {[analyze 2] != 0} { error "$words: no answer" }
    set u 0.0
    foreach {e b} $springs { set u [expr {$u + 4.0/$e + 1.5/($e*$b)}] }
    if {abs([nodeDisp $n 1] - $u) > 1e-9} { error "$words: [nodeDisp $n 1], not $u" }
    return [testIter]
}
set three {40 0.25 80 0.5 60 0.1}
set krylov {KrylovNewton -iterate initial -increment initial}
puts "$krylov [iterations $krylov {40 0.25}] [iterations $krylov $three]"
foreach words {{Broyden -initial} {BFGS -initial} {ModifiedNewton -initial}} { puts "$words [iterations $words {40 0.25}]" }
if {[iterations {Broyden -initial} $three] > 6} { error "Broyden: [iterations {Broyden -initial} $three]" }
# BFGS is right in the end only. Its residuals, iteration by iteration, by a program of its own: the update of the inverse written as a dense matrix.
iterations {BFGS -initial} $three
foreach want {1.01612007 1.37349318 1.04079092 0.360991651 0.373186126 0.251101914 0.0859482106 0.00717811912} got [lrange [testNorms] 0 7] {
    if {abs($got - $want) > 1e-6 * $want} { error "BFGS: $got, not $want" }
}
