# stdout: ^same 1$
# integrator Newmark with four more numbers is rayleigh and Newmark.
proc shake {words} {
    wipe
    model basic -ndm 1 -ndf 1
    node 1 0
    node 2 0 -mass 1.0
    fix 1 1
    uniaxialMaterial Elastic 1 40.0
    element zeroLength 1 1 2 -mat 1 -dir 1
    pattern Plain 1 "Sine 0 5 1.0" { load 2 1.0 }
    constraints Plain
    numberer Plain
    system BandSPD
    algorithm Linear
    eval $words
    analysis Transient
    analyze 100 0.02
    nodeDisp 2 1
}
set old [shake {integrator Newmark 0.5 0.25 0.4 0.0 0.01 0.0}]
set new [shake {rayleigh 0.4 0.0 0.01 0.0; integrator Newmark 0.5 0.25}]
set none [shake {integrator Newmark 0.5 0.25}]
puts "same [expr {$old == $new && $old != $none}]"
