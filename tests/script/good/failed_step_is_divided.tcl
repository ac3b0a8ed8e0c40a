# stdout: ^whole -3 time 0.00$
# stdout: ^once -3 time 0.00$
# stdout: ^twice 0 time 0.40$
# stdout: ^as if asked for 1$
# A spring that yields, Newton with its initial stiffness and few iterations: steps of 0.2 fail, halves of them too, quarters not.
proc start {args} {
    wipe
    model basic -ndm 1 -ndf 1
    node 1 0
    node 2 0 -mass 1.0
    fix 1 1
    uniaxialMaterial Steel01 1 5.0 400.0 0.05
    element zeroLength 1 1 2 -mat 1 -dir 1
    pattern Plain 1 Constant { load 2 20.0 }
    constraints Plain
    numberer Plain
    system FullGeneral
    test NormDispIncr 1e-6 9
    algorithm Newton -initial
    integrator Newmark 0.5 0.25
    analysis Transient {*}$args
}
proc run {what} { puts [format "%s %d time %.2f" $what [analyze 2 0.2] [getTime]] }
start
run whole
start -numSubLevels 1 -numSubSteps 2
run once
start -numSubLevels 2 -numSubSteps 2
run twice
set u [nodeDisp 2 1]
start
set ok [analyze 8 0.05]
puts "as if asked for [expr {$ok == 0 && abs([nodeDisp 2 1] - $u) < 1e-12}]"
