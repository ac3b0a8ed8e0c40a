# stdout: equal 12 of 12
# stdout: rules 6 of 6
# Members made with beamIntegration are those of the old words, to the last bit, through yielding and back.
proc answer {kind words} {
    wipe
    model basic -ndm 2 -ndf 3
    node 1 0 0
    node 2 0 3.0
    fix 1 1 1 1
    uniaxialMaterial Steel01 1 300 2e5 0.02
    section Fiber 1 { patch rect 1 6 2 -0.15 -0.1 0.15 0.1 }
    section Elastic 2 2e5 0.06 4.5e-4
    geomTransf PDelta 1
    beamIntegration Lobatto 1 1 5
    beamIntegration Legendre 2 1 4
    beamIntegration Radau 3 1 4
    beamIntegration NewtonCotes 4 1 5
    beamIntegration Trapezoidal 5 1 6
    beamIntegration CompositeSimpson 6 1 7
    beamIntegration UserDefined 7 2 1 1 0.0 1.0 0.5 0.5
    eval [concat element $kind 1 1 2 $words -mass 0.02]
    pattern Plain 1 Linear { load 2 1.0 -0.5 0 }
    constraints Plain
    numberer Plain
    system BandGeneral
    test NormDispIncr 1e-10 50
    algorithm Newton
    integrator DisplacementControl 2 1 0.004
    analysis Static
    analyze 12
    integrator DisplacementControl 2 1 -0.004
    analyze 16
    return [list [nodeDisp 2] [eleForce 1] [eleResponse 1 integrationPoints] [eleResponse 1 integrationWeights]]
}
set equal 0
set all 0
foreach kind {dispBeamColumn forceBeamColumn} {
    foreach {new old} {
        {1 1} {5 1 1 -integration Lobatto}      {1 1} {1 {Lobatto 1 5}}
        {1 2} {4 1 1 -integration Legendre}     {1 3} {4 -sections 1 1 1 1 1 -integration Radau}
        {1 4} {1 NewtonCotes 1 5}               {1 7} {2 1 1 -integration Trapezoidal}
    } {
        incr all
        if {[answer $kind $new] eq [answer $kind $old]} { incr equal } else { puts "$kind: $new is not $old" }
    }
}
puts "equal $equal of $all"
# What they compute differs by the rule: none of them is another one in disguise.
set seen {}
foreach tag {1 2 3 4 5 6} { dict set seen [answer forceBeamColumn [list 1 $tag]] $tag }
puts "rules [dict size $seen] of 6"
