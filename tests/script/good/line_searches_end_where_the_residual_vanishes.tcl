# stdout: ^InitialInterpolated 1$
# stdout: ^Bisection 1$
# stdout: ^Secant 1$
# stdout: ^RegulaFalsi 1$
# One unknown: where s(eta) = x r(eta) vanishes the residual does, so that a search without tolerance leaves nothing to Newton's iteration.
# Three lines of slopes 10, 40 and 5 bring s through 0 on both sides of a corner; 8 = 1 + 40 (u - 0.1) gives u = 0.275.
foreach type {InitialInterpolated Bisection Secant RegulaFalsi} {
    wipe
    model basic -ndm 1 -ndf 1
    node 1 0; node 2 0; fix 1 1
    uniaxialMaterial MultiLinear 1 0.1 1.0 0.3 9.0 5.0 32.5
    element zeroLength 1 1 2 -mat 1 -dir 1
    pattern Plain 1 Linear { load 2 8.0 }
    constraints Plain; numberer Plain; system BandGeneral
    test NormUnbalance 1e-9 20
    algorithm NewtonLineSearch -type $type -tol 1e-12 -maxIter 300 -minEta 1e-3 -maxEta 10.0
    integrator LoadControl 1.0
    analysis Static
    if {[analyze 1] != 0 || abs([nodeDisp 2 1] - 0.275) > 1e-12} { error "$type: [nodeDisp 2 1]" }
    puts "$type [testIter]"
}
