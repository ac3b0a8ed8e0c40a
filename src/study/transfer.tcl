# An oscillator whose restoring force is late: the transfer function from load to displacement, 10 % of critical damping (Mosqueda, Stojadinovic, Mahin,
# UCB/EERC 2005-02, 3.5, Figure 3-11), with the sign of (3.15) corrected:
#
#   |T|/u_static = [(cos rho phi - rho^2)^2 + (2 xi rho - sin rho phi)^2]^-1/2,   rho = w/w_n,  phi = tau w_n
# Above the critical phase, 11.535 degrees at 10 %, the motion grows: those curves are no motion that can be reached, and the paper's remark that peaks become
# smaller again beyond 10 degrees is about them. One point and both sides of the limit are found again by tests in a virtual rig.
source [file join [file dirname [info script]] study.tcl]
set xi 0.1
set critical [dict get [stability transfer $xi 1.0 0.0] phase]

# --- the curves ------------------------------------------------------------------------------------------------------------------------------------------

foreach {picture phases title} {
    a {0 1 2 3 5}   "Figure 3-11a: small delays"
    b {0 5 10 20 30} "Figure 3-11b: large delays (20 and 30 degrees are unstable)"
} {
    set rows {}
    for {set i 0} {$i <= 400} {incr i} {
        set rho [expr {0.005*$i}]
        lappend rows [concat $rho [lmap phi $phases { dict get [stability transfer $xi $rho $phi] amplitude }]]
    }
    write_rows figure-3-11$picture.out $rows
    set stable {}
    set unstable {}
    set column 1
    foreach phi $phases {
        incr column
        if {$phi < $critical} { lappend stable $column } else { lappend unstable $column }
    }
    set words [list -x 1 -y {*}$stable -name {*}[lmap c $stable { string cat "[lindex $phases $c-2] degrees" }] figure-3-11$picture.out]
    if {[llength $unstable]} {
        lappend words -x 1 -y {*}$unstable -name {*}[lmap c $unstable { string cat "[lindex $phases $c-2] degrees, unstable" }] -dash figure-3-11$picture.out
    }
    plot figure-3-11$picture.svg -title $title -xlabel "frequency of the load over the natural frequency" -ylabel "amplitude over static displacement" {*}$words
}
table peaks "largest amplitude, and where" { {degrees 8 %.1f} {amplitude 10 %.4f} {at_rho 8 %.3f} {what -10 %s} }
foreach phi {0 1 2 3 5 10 20 30} {
    set most 0.0
    for {set i 0} {$i <= 2000} {incr i} {
        set a [dict get [stability transfer $xi [expr {0.001*$i}] $phi] amplitude]
        if {$a > $most} { set most $a; set where [expr {0.001*$i}] }
    }
    set largest($phi) $most
    row $phi $most $where [expr {$phi < $critical ? "stable" : "unstable"}]
}
table_end

# --- by tests: period 0.72 s, so that a degree is 2 ms; the rig ticks at 1 kHz -------------------------------------------------------------------------------

proc late_oscillator {degrees rate} {
    global pi xi
    set w [expr {2.0*$pi/0.72}]
    wipe
    model basic -ndm 1 -ndf 1
    node 0 0.0
    fix 0 1
    node 1 0.0 -mass 1.0
    uniaxialMaterial Elastic 1 [expr {$w*$w}]
    expSpecimen Material 1 1
    expActuator Delay 1 [expr {0.002*$degrees}]
    expControl VirtualRig 1 -rate $rate -channel 1 -actuator 1
    expSetup OneActuator 1 -control 1 1 -sizeTrialOut 1 1
    expSite LocalSite 1 1
    expElement twoNodeLink 1 0 1 -dir 1 -site 1 -initStif [expr {$w*$w}] -noRayleigh
    region 1 -node 1 -rayleigh [expr {2.0*$xi*$w}] 0.0 0.0 0.0
    constraints Plain
    numberer Plain
    system BandGeneral
    algorithm Linear
    integrator NewmarkExplicit 0.5
    analysis Transient
    return $w
}

proc amplitude {w} { expr {hypot([nodeDisp 1 1], [nodeVel 1 1]/$w)} }

# 60 periods at resonance; then the mean amplitude of one
progress transfer 3 0
set w [late_oscillator 5 1000]
timeSeries Sine 1 0.0 1e9 0.72
pattern Plain 1 1 { load 1 [expr {$w*$w}] }
analyze 43200 0.001
set sum 0.0
for {set i 0} {$i < 72} {incr i} {
    analyze 10 0.001
    set sum [expr {$sum + [amplitude $w]}]
}
set tested [expr {$sum/72.0}]
progress transfer 3 1

# growth of free vibration over 40 periods, on both sides of the limit
proc growth {degrees} {
    set w [late_oscillator $degrees 5000]
    setNodeVel 1 1 1.0 -commit
    analyze 36000 0.0002
    set early [amplitude $w]
    analyze 144000 0.0002
    return [expr {log([amplitude $w]/$early)}]
}
set inside [growth 11.5]
progress transfer 3 2
set outside [growth 11.6]
progress transfer 3 3

beside
judge "resonance, 5 degrees: amplitude by the formula" [dict get [stability transfer $xi 1.0 5.0] amplitude] 8.8567 0.0001 "closed form"
judge "resonance, 5 degrees: amplitude in a test" $tested 8.8567 0.01 "closed form"
judge "critical phase \[degrees\]" $critical 11.535 0.001 "closed form"
judge "growth of free vibration at 11.5 degrees" $inside 0.0 < "below the critical phase"
judge "growth of free vibration at 11.6 degrees" $outside 0.0 > "above it"
judge "critical phase in tests \[degrees\]" [expr {11.5 + 0.1*$inside/($inside - $outside)}] 11.535 0.01 "closed form"
judge "resonance without delay" [dict get [stability transfer $xi 1.0 0.0] amplitude] 5.0 0.0001 "1/(2 xi)"
judge "30 degrees: the formula's peak is below that without delay" $largest(30) $largest(0) < "paper, 3.5.1: an artefact"
study_end
