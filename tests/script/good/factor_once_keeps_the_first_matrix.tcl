# stdout: ^ModifiedNewton 1$
# stdout: ^ModifiedNewton -factorOnce 73$
# stdout: ^Newton 1$
# Steel01 of 40, of 10 beyond 0.1: the third step is on the second line from its beginning. With the matrix of the first step every iteration leaves
# 1 - 10/40 of the residual, which is 1 at first: 0.75^72 = 1.013e-9, 0.75^73 = 7.6e-10.
foreach words {ModifiedNewton {ModifiedNewton -factorOnce} Newton} {
    wipe
    model basic -ndm 1 -ndf 1
    node 1 0; node 2 0; fix 1 1
    uniaxialMaterial Steel01 1 4.0 40.0 0.25
    element zeroLength 1 1 2 -mat 1 -dir 1
    pattern Plain 1 {Path -time {0 1 2 3 4} -values {0 1 4.5 5.5 5.5}} { load 2 1.0 }
    constraints Plain; numberer Plain; system BandGeneral
    test NormUnbalance 1e-9 200
    algorithm {*}$words
    integrator LoadControl 1.0
    analysis Static
    if {[analyze 3] != 0 || abs([nodeDisp 2 1] - 0.25) > 1e-9} { error "$words: [nodeDisp 2 1]" }
    puts "$words [testIter]"
}
