# stdout: ^Plain 0\.000000 0\.010000 0\.000000$
# stdout: ^Transformation 0\.000000 0\.010000 0\.000000$
# stdout: ^Lagrange 0\.000000 0\.010000 0\.000000$
# stdout: ^tied 0\.013333 0\.013333$
# Springs of 100 in a row under 1 at their end. The middle is fixed, or tied to another node, after it has moved by 1 / 100; reset brings everything back, so that
# the fix holds it at 0 and the end moves by 1 / 100, and tied nodes, on springs of 100 and (twice as long) 50, move alike by 2 / 150.
proc solve {handler} {
    constraints $handler
    numberer Plain
    system FullGeneral
    test NormDispIncr 1e-10 10
    algorithm Newton
    integrator LoadControl 1.0
    analysis Static
}
proc springs {} {
    wipe
    model basic -ndm 1 -ndf 1
    foreach tag {1 2 3} { node $tag $tag }
    fix 1 1
    uniaxialMaterial Elastic 1 100.0
    element truss 1 1 2 1.0 1
}
foreach handler {Plain Transformation Lagrange} {
    springs
    element truss 2 2 3 1.0 1
    pattern Plain 1 Linear { load 3 1.0 }
    solve $handler
    analyze 1
    fix 2 1
    analyze 1
    reset
    analyze 1
    puts [format "$handler %.6f %.6f %.6f" [nodeDisp 2 1] [nodeDisp 3 1] [eleResponse 1 axialForce]]
}
springs
element truss 2 1 3 1.0 1
pattern Plain 1 Linear { load 2 2.0 }
solve Plain
analyze 1
equalDOF 2 3 1
reset
analyze 1
puts [format "tied %.6f %.6f" [nodeDisp 2 1] [nodeDisp 3 1]]
