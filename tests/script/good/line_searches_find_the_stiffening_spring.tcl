# stdout: ^InitialInterpolated ok$
# stdout: ^Bisection ok$
# stdout: ^Secant ok$
# stdout: ^RegulaFalsi ok$
# A spring ten times stiffer beyond 0.1: the first full increment overshoots by far and has to be searched along.
# 8 = 1 + 100 (u - 0.1) gives u = 0.17, 8 = 1 + 150 (u - 0.2) the second spring, 8 = 40 u the third.
foreach type {InitialInterpolated Bisection Secant RegulaFalsi} {
    wipe
    model basic -ndm 1 -ndf 1
    foreach n {1 2 3 4} { node $n 0 }
    fix 1 1
    uniaxialMaterial MultiLinear 1 0.1 1.0 0.3 21.0
    uniaxialMaterial MultiLinear 2 0.2 1.0 0.4 31.0
    uniaxialMaterial Elastic 3 40.0
    foreach e {1 2 3} { element zeroLength $e $e [expr {$e+1}] -mat $e -dir 1 }
    pattern Plain 1 Linear { load 4 8.0 }
    constraints Plain
    numberer Plain
    system BandGeneral
    test NormUnbalance 1e-10 60
    algorithm NewtonLineSearch -type $type -tol 0.5 -maxIter 20 -minEta 0.01 -maxEta 10.0
    integrator LoadControl 1.0
    analysis Static
    set status [analyze 1]
    set u1 [nodeDisp 2 1]
    set u2 [expr {[nodeDisp 3 1]-$u1}]
    set u3 [expr {[nodeDisp 4 1]-[nodeDisp 3 1]}]
    set off [expr {max(abs($u1-0.17), abs($u2-(0.2+7.0/150.0)), abs($u3-0.2))}]
    puts "$type [expr {$status == 0 && $off < 1e-9 ? {ok} : "$status $off"}]"
}
