# stdout: ^Plain 0 0\.020000 0\.020000 0\.050000$
# stdout: ^Transformation 0 0\.020000 0\.020000 0\.050000$
# stdout: ^Lagrange 0 0\.020000 0\.020000 0\.050000$
# stdout: ^Penalty 1e8 1e8 0 0\.020000 0\.020000 0\.050000$
# Springs of 100 to nodes 2 and 3 under 2 and 3 x 0; then node 2 is fixed where it stands (2 / 100) and node 3, which has not moved,
# is tied to node 4, which has moved by 0.03: both go on by (4 x 1) / (100 + 100) = 0.02 together, so node 4 ends at 0.05.
foreach handler {Plain Transformation Lagrange {Penalty 1e8 1e8}} {
    wipe
    model basic -ndm 1 -ndf 1
    foreach tag {1 2 3 4} { node $tag [expr {$tag > 1}] }
    fix 1 1
    uniaxialMaterial Elastic 1 100.0
    foreach tag {2 3 4} { element truss $tag 1 $tag 1.0 1 }
    pattern Plain 1 Linear {
        load 2 2.0
        load 4 3.0
    }
    constraints {*}$handler
    numberer Plain
    system FullGeneral
    test NormUnbalance 1e-8 10
    algorithm Newton
    integrator LoadControl 1.0
    analysis Static
    analyze 1
    loadConst -time 0.0
    fix 2 1
    equalDOF 4 3 1
    pattern Plain 2 Linear { load 2 7.0; load 3 4.0 }
    puts "$handler [analyze 1] [format {%.6f %.6f %.6f} [nodeDisp 2 1] [nodeDisp 3 1] [nodeDisp 4 1]]"
}
