# stdout: ^fixed 0\.000000 0\.000000 0\.020000 0\.030000$
# stdout: ^moved 0\.100000 0\.100000 0\.120000 0\.130000$
# stdout: ^twice 0\.010000 0\.010000 0\.010000 0\.020000$
# stdout: ^again 0\.010000 0\.010000 0\.030000 0\.040000$
# stdout: ^both 0\.000000 0\.000000 0\.020000 0\.030000$
# stdout: ^floor 0\.000000 0\.500000 0\.500000$
# stdout: ^links 0\.010000$
# silent: different
# Springs 1-2 (100), 3-4 (50) and 4-5 (100) under a load of 1 at node 5: 1/50 between 3 and 4, 1/100 between 4 and 5. Nodes 2 and 3 are tied, so that
# they move by 0 where either is fixed, by 0.1 where either is moved by 0.1, else by 1/100. All ways to impose constraints must agree.
proc moved {handler what nodes body} {
    wipe
    model basic -ndm 1 -ndf 1
    foreach {tag x} {1 0 2 1 3 1 4 2 5 3} { node $tag $x }
    fix 1 1
    uniaxialMaterial Elastic 1 100.0
    uniaxialMaterial Elastic 2 50.0
    element truss 1 1 2 1.0 1
    element truss 2 3 4 1.0 2
    element truss 3 4 5 1.0 1
    pattern Plain 1 Linear { load 5 1.0 }
    eval $body
    solve $handler
    set answer $what
    foreach tag $nodes { append answer [format " %.6f" [nodeDisp $tag 1]] }
    return $answer
}
proc solve {handler} {
    constraints {*}$handler
    numberer Plain
    system FullGeneral
    test NormDispIncr 1e-8 20
    algorithm Newton
    integrator LoadControl 1.0
    analysis Static
    if {[analyze 1]} { puts "different: no answer" }
}
# One answer a case, of all handlers that can: multipliers and penalties cannot say a thing twice.
proc agree {handlers what body} {
    foreach handler $handlers {
        set answer [moved $handler $what {2 3 4 5} $body]
        if {$handler eq "Plain"} { puts [set first $answer] } elseif {$answer ne $first} { puts "different: $handler $answer" }
    }
}
set all {Plain Transformation Lagrange {Penalty 1e8 1e8}}
agree $all fixed { equalDOF 2 3 1; fix 3 1 }
agree $all moved { equalDOF 2 3 1; pattern Plain 2 Linear { sp 3 1 0.1 } }
agree $all twice { equalDOF 2 4 1; equalDOF 3 4 1 }
agree {Plain Transformation} again { equalDOF 2 3 1; equalDOF 2 3 1 }
agree {Plain Transformation} both { equalDOF 2 3 1; fix 2 1; fix 3 1 }
# A rigid bar of length 2 on a spring of 0.5 at its retained end, its tied end held on a pin, under 1 half way: moment 1 about the pin, stiffness
# 0.5 x 2^2 = 2, a turn of 0.5, so that the spring gives by 1 and the middle by 0.5.
wipe
model basic -ndm 2 -ndf 3
node 1 0 0; node 2 1 0; node 3 2 0; node 4 2 0
fix 4 1 1 1
fix 1 1 1 0
rigidLink beam 3 2
rigidLink beam 3 1
uniaxialMaterial Elastic 1 0.5
element zeroLength 1 4 3 -mat 1 -dir 2
pattern Plain 1 Linear { load 2 0 1.0 0 }
solve Transformation
puts [format "floor %.6f %.6f %.6f" [nodeDisp 1 2] [expr {[nodeDisp 3 2] / 2}] [nodeDisp 2 2]]
# A hundred links one behind the other are no circle.
wipe
model basic -ndm 1 -ndf 1
node 0 0; node 1 1
fix 0 1
uniaxialMaterial Elastic 1 100.0
element truss 1 0 1 1.0 1
for {set i 2} {$i <= 100} {incr i} { node $i 1; equalDOF [expr {$i - 1}] $i 1 }
pattern Plain 1 Linear { load 100 1.0 }
solve Plain
puts [format "links %.6f" [nodeDisp 100 1]]
