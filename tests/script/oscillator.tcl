# For scripts about rehearsals: one mass of period 0.72 s and damping 10 %, all of its stiffness tested: critical delay 11.535 degrees = 23.07 ms (validation.md 14),
# explicit limit T/pi = 0.22918 s. site: a script that makes site 1; steps of dt under a sine of period 2 s.
set w [expr {2.0*acos(-1.0)/0.72}]

proc oscillator {site steps dt} {
    global w
    model basic -ndm 1 -ndf 1
    node 1 0.0
    fix 1 1
    node 2 0.0 -mass 1.0
    uniaxialMaterial Elastic 1 [expr {$w*$w}]
    expSpecimen Material 1 1
    uplevel #0 $site
    expElement twoNodeLink 1 1 2 -dir 1 -site 1 -initStif [expr {$w*$w}] -noRayleigh
    region 1 -node 2 -rayleigh [expr {0.2*$w}] 0.0 0.0 0.0
    timeSeries Sine 1 0.0 1e9 2.0
    pattern Plain 1 1 { load 2 1.0 }
    constraints Plain
    numberer Plain
    system BandGeneral
    algorithm Linear
    integrator NewmarkExplicit 0.5
    analysis Transient
    analyze $steps $dt
    # whatever stands in for the specimen is its spring
    if {abs([lindex [eleResponse 1 basicForce] 0] - $w*$w*[nodeDisp 2 1]) > 1e-9} { error "another spring" }
}

# A local site behind an expControl 1 with these words.
proc rig {args} {
    expControl {*}$args
    expSetup OneActuator 1 -control 1 1 -sizeTrialOut 1 1
    expSite LocalSite 1 1
}

# A laboratory that nobody has started: its rig is stood in for, its limits are those of the test.
proc device {velocity {stroke 1}} {
    expDevice UDP 1 127.0.0.1 9 -channels 1
    expCommand Lagrange 1 2
    expController 1 1
    expLimits 1 -stroke -$stroke $stroke -velocity $velocity -force -10 10 -following 0.1 -watchdog 0.1
    rig DeviceRig 1 -device 1 -controller 1 -limits 1 -rate 1000
}
