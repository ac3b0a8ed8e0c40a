# stdout: forces agree
# stdout: fibres 14
# Loops, variables and procedures inside the braces; the old name of the element; quoted integration.
# A cantilever of elastic fibres bends by P L^3/(3 E I): 12 layers of 0.05 x 0.3 have I = 0.3 0.6^3/12 (1 - 1/144), and two bars of 0.001 at 0.25.
proc bars {area places} { foreach y $places { fiber $y 0 $area 1 } }
model basic -ndm 2 -ndf 3
foreach {n x} {1 0 2 2.0 3 0 4 2.0} { node $n $x 0 }
fix 1 1 1 1
fix 3 1 1 1
uniaxialMaterial Elastic 1 2.0e8
section Fiber 1 {
    for {set i 0} {$i < 12} {incr i} {
        set y [expr {-0.3 + 0.05*$i}]
        patch rect 1 1 1 $y -0.15 [expr {$y + 0.05}] 0.15
    }
    bars 0.001 {-0.25 0.25}
}
geomTransf Linear 1
element nonlinearBeamColumn 1 1 2 3 1 1 -iter 15 1e-12
element forceBeamColumn 2 3 4 1 "Legendre 1 2"
pattern Plain 1 Linear { load 2 0 50.0 0; load 4 0 50.0 0 }
constraints Plain
numberer Plain
system BandGeneral
algorithm Linear
integrator LoadControl 1.0
analysis Static
analyze 1
set inertia [expr {0.3*pow(0.6,3)/12.0*(1.0 - 1.0/144.0) + 2*0.001*0.25*0.25}]
set want [expr {50.0*8.0/(3.0*2.0e8*$inertia)}]
foreach n {2 4} {
    if {abs([nodeDisp $n 2]/$want - 1.0) > 1e-12} { error "node $n moves by [nodeDisp $n 2], not by $want" }
}
set base [eleResponse 1 section 1 force]
if {abs([lindex $base 1] - 100.0) > 1e-9} { error "moment at the base: $base" }
puts "forces agree"
puts "fibres [expr {[llength [eleResponse 1 section 1 fiberData]]/5}]"
