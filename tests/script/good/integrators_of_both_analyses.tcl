# stderr: taken because the script gave none: integrator Newmark 0.5 0.25
# stdout: ^default 1$
# stdout: ^static again 1.75 0.03500000$
# stdout: ^transient again 1$
# stdout: ^constant steps 2.0000$
# A static and a transient analysis have an integrator each: one that was not given is Newmark or LoadControl 1, one that was
# given comes back with its analysis. VariableTransient without bounds makes constant steps.
proc spring {} {
    wipe
    model basic -ndm 1 -ndf 1
    node 1 0
    node 2 0 -mass 1.0
    fix 1 1
    uniaxialMaterial Elastic 1 50.0
    element zeroLength 1 1 2 -mat 1 -dir 1
    pattern Plain 1 Linear { load 2 1.0 }
    constraints Plain
    numberer Plain
    system FullGeneral
    test NormUnbalance 1e-9 10
    algorithm Newton
}
foreach way {said default} {
    spring
    integrator LoadControl 0.25
    analysis Static
    analyze 2
    if {$way eq "said"} { integrator Newmark 0.5 0.25 }
    analysis Transient
    analyze 10 0.05
    set u($way) [nodeDisp 2 1]
}
puts "default [expr {$u(said) == $u(default)}]"
analysis Static
analyze 3
puts [format "static again %.2f %.8f" [getTime] [nodeDisp 2 1]]
spring
integrator HHT 0.7
analysis Transient
analyze 3 0.05
set u(one) [nodeDisp 2 1]
spring
integrator HHT 0.7
integrator LoadControl 0.1
analysis Transient
analyze 3 0.05
puts "transient again [expr {[nodeDisp 2 1] == $u(one)}]"
spring
integrator Newmark 0.5 0.25
analysis VariableTransient
analyze 10 0.2
puts [format "constant steps %.4f" [getTime]]
