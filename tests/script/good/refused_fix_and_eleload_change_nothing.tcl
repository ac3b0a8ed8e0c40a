# a constraint or a load that is refused for one freedom or element is not there for the others either
model basic -ndm 2 -ndf 3
foreach i {1 2 3 4 5} { node $i $i 0.0 }
geomTransf Linear 1
uniaxialMaterial Elastic 1 100.0
foreach i {1 2 3} { element elasticBeamColumn $i $i [expr {$i + 1}] 1.0 100.0 1.0 1 }
element truss 4 4 5 1.0 1
fix 1 1 1 1
fix 5 1 1 1
pattern Plain 1 Linear {
    sp 3 2 0.01
    load 4 1.0 1.0 0.0
}
proc answer {} {
    constraints Penalty 1e9 1e9
    numberer Plain
    system BandGeneral
    algorithm Linear
    integrator LoadControl 1.0
    analysis Static
    reset
    if {[analyze 1]} { error "no step" }
    set found {}
    foreach i {2 3 4} { foreach k {1 2 3} { lappend found [nodeDisp $i $k] } }
    return $found
}
set before [answer]
foreach words {{eleLoad -range 1 4 -type -beamUniform -5.0} {eleLoad -ele 1 2 4 -type -beamUniform -5.0}
               {fix 3 1 1 0} {fixX 3.0 1 1 1} {fixY 0.0 0 1 1}} {
    if {![catch $words]} { error "$words: taken" }
    if {[answer] ne $before} { error "$words: refused, and yet [answer], not $before" }
}
# and what was fixed before stays so
if {![catch {fix 1 1 1}]} { error "too few words" }
fix 3 1 0 1
if {[answer] eq $before} { error "not fixed" }
