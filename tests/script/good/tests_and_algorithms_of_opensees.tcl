# stdout: ^NormDispAndUnbalance.* 0 close 1$
# stdout: ^NormDispOrUnbalance.* 0 close 1$
# stdout: ^Newton -hall 0 close 1$
# stdout: ^Newton -hall 0.4 0.6 0 close 1$
# stdout: ^Newton -initialCurrent 0 close 1$
# stdout: ^ModifiedNewton -Hall 0 close 1$
# stdout: ^largest norm -3 iterations 1$
# stdout: ^rises -3 iterations 4$
# stdout: ^accepted 0$
# stdout: ^matrix 69.0$
# silent: close 0
# Words of test and algorithm: a yielding spring and an elastic one beside it, under 12. Beyond the yield force 5 the steel's
# stiffness falls from 100 to 10: u = 5/100 + (12 - 5 - 50*0.05)/(10 + 50) = 0.125.
proc spring {} {
    wipe
    model basic -ndm 1 -ndf 1
    node 1 0
    node 2 0
    fix 1 1
    uniaxialMaterial Steel01 1 5.0 100.0 0.1
    uniaxialMaterial Elastic 2 50.0
    element zeroLength 1 1 2 -mat 1 2 -dir 1 1
    pattern Plain 1 Linear { load 2 12.0 }
    constraints Plain
    numberer Plain
    system FullGeneral
    integrator LoadControl 1.0
    test NormUnbalance 1e-10 60
    algorithm Newton
    analysis Static
}
proc run {what} { puts "$what [analyze 1] close [expr {abs([nodeDisp 2 1] - 0.125) < 1e-9}]" }
foreach t {{NormDispAndUnbalance 1e-9 1e-9 30} {NormDispOrUnbalance 1e-20 1e-10 30 0 2 9} {NormDispIncr 1e-10 30 0 2 1e3}
           {NormUnbalance 1e-10 30 0 2 8 1e3} {NormUnbalance 1e-10 30 7 2 1e3} {EnergyIncr 1e-24 30 0 2 1e9} {RelativeNormUnbalance 1e-12 30 0 2 1e9}
           {FixedNumIter 12 0 2 1e3}} {
    spring
    test {*}$t
    run $t
}
foreach a {{Newton -hall} {Newton -hall 0.4 0.6} {ModifiedNewton -Hall} {ModifiedNewton -initial -factoronce} {Newton -Initial} {Newton -intialThenCurrent} {Newton -initialCurrent}
           {NewtonLineSearch -tol 0.5 -type Secant -maxIter 5} {NewtonLineSearch -type LinearInterpolated}} {
    spring
    algorithm {*}$a
    run $a
}
# the first iteration's increment is 0.08, and its residual 2.7
spring
test NormUnbalance 1e-10 30 0 2 1.0
puts "largest norm [analyze 1] iterations [testIter]"
# 0.4 of the tangent: u = 0.2, 0.0125, 0.18125, 0.040625 and residuals 4.5, 10.125, 3.375, 5.906, which rise for the second time
spring
test NormUnbalance 1e-10 30 0 2 1 1e30
algorithm Newton -hall 0.0 0.4
puts "rises [analyze 1] iterations [testIter]"
spring
test NormUnbalance 1e-10 1 5
puts "accepted [analyze 1]"
# 0.1*150 + 0.9*(10 + 50) where it yields
spring
algorithm Newton -hall
analyze 1
puts [format "matrix %.1f" [lindex [printA -ret] 0]]
