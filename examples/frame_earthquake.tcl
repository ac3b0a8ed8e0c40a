# A braced steel frame in an earthquake: two bays, three storeys, units kN, m, s, t.
#
#      +-------+-------+   3.5 m a storey, 6 m a bay. Columns and beams stay elastic; the braces in the left bay
#      |   /   |       |   yield and take energy out of the motion. The ground motion is artificial: the same
#      +-------+-------+   seed gives the same motion on every machine.
#      |   /   |       |
#      +-------+-------+   Run it:   tandem run frame_earthquake.tcl        (an empty folder is a good place)
#      |   /   |       |   It prints periods, peak drifts and base shear, and writes response.out, response.svg, brace.svg.
#    __|_______|_______|__

# ---- the model -------------------------------------------------------------------------------------------------
set storeys 3
set height 3.5
set width 6.0
set mass 20.0                     ;# t at every beam-column joint
set E 2.0e8                       ;# kN/m2, steel
set fy 235.0e3                    ;# kN/m2, yield stress of the braces

wipe
model basic -ndm 2 -ndf 3         ;# plane frame: two displacements and a rotation at every node

# Node 1, floor, axis as one number: floor 0 is the ground, axes 1 2 3 from left to right.
for {set floor 0} {$floor <= $storeys} {incr floor} {
    foreach axis {1 2 3} {
        node 1$floor$axis [expr {$width*($axis - 1)}] [expr {$height*$floor}]
        if {$floor > 0} { mass 1$floor$axis $mass $mass 1.0e-3 } else { fix 1$floor$axis 1 1 1 }
    }
}

# Columns HEB 300 with P-Delta effect, beams IPE 400, braces as trusses of mild steel with 1 % hardening.
geomTransf PDelta 1
geomTransf Linear 2
uniaxialMaterial Steel01 1 $fy $E 0.01
for {set floor 1} {$floor <= $storeys} {incr floor} {
    set below [expr {$floor - 1}]
    foreach axis {1 2 3} { element elasticBeamColumn 1$floor$axis 1$below$axis 1$floor$axis 0.0149 $E 2.517e-4 1 }
    foreach axis {1 2}   { element elasticBeamColumn 2$floor$axis 1$floor$axis 1$floor[expr {$axis + 1}] 8.446e-3 $E 2.313e-4 2 }
    element truss 3$floor 1${below}1 1${floor}2 1.2e-3 1
}

# ---- weight first, then kept ------------------------------------------------------------------------------------
pattern Plain 1 Linear {
    for {set floor 1} {$floor <= $storeys} {incr floor} {
        foreach axis {1 2 3} { load 1$floor$axis 0.0 [expr {-9.81*$mass}] 0.0 }
    }
}
constraints Plain
numberer RCM
system BandGeneral
test NormUnbalance 1.0e-6 20
algorithm Newton
integrator LoadControl 0.25       ;# a quarter of the weight a step
analysis Static
if {[analyze 4] != 0} { error "the frame does not carry its own weight" }
loadConst -time 0.0

# ---- vibration, damping -----------------------------------------------------------------------------------------
set pi [expr {acos(-1.0)}]
set omega {}
foreach lambda [eigen 3] { lappend omega [expr {sqrt($lambda)}] }

# Rayleigh damping: 3 % in the first and in the third mode.
lassign $omega w1 w2 w3
set zeta 0.03
rayleigh [expr {2*$zeta*$w1*$w3/($w1 + $w3)}] 0.0 [expr {2*$zeta/($w1 + $w3)}] 0.0

# ---- the earthquake ---------------------------------------------------------------------------------------------
set quake [motion generate 2 -seed 2012 -duration 20.0 -dt 0.01 -pga 4.0 -groundHz 2.0]
pattern UniformExcitation 2 1 -accel 2

# ---- what is written --------------------------------------------------------------------------------------------
recorder Node -file response.out -time -node 111 121 131 -dof 1 disp
recorder Node -file base.out -time -node 101 102 103 -dof 1 reaction
recorder EnvelopeDrift -file drift.out -iNode 101 111 121 -jNode 111 121 131 -dof 1 -perpDirn 2
recorder Element -file brace.out -ele 31 material stressStrain

# ---- the run ----------------------------------------------------------------------------------------------------
wipeAnalysis
constraints Plain
numberer RCM
system BandGeneral
test NormDispIncr 1.0e-8 20
algorithm Newton
integrator Newmark 0.5 0.25
analysis Transient
set status [analyze 2200 0.01]    ;# two seconds more than the earthquake
remove recorders                  ;# closes the files, so that they can be read below

# ---- the result -------------------------------------------------------------------------------------------------
proc rows {name} {
    set f [open $name]
    set lines [split [string trim [read $f]] "\n"]
    close $f
    return $lines
}

puts "ground motion: peak [format %.2f [dict get $quake peak]] m/s2 at [format %.2f [dict get $quake peakTime]] s"
puts ""
puts "mode     period \[s\]   frequency \[Hz\]"
set k 0
foreach w $omega { puts [format "%4d %12.3f %16.2f" [incr k] [expr {2*$pi/$w}] [expr {$w/(2*$pi)}]] }

puts ""
puts "storey   peak drift \[%\]"
set floor 0
foreach ratio [lindex [rows drift.out] 2] { puts [format "%6d %16.3f" [incr floor] [expr {100*$ratio}]] }

# The base shear is the sum of the reactions; its peak against the weight is what a code would call the seismic coefficient.
set shear 0.0
foreach row [rows base.out] {
    lassign $row t r1 r2 r3
    if {abs($r1 + $r2 + $r3) > abs($shear)} { set shear [expr {$r1 + $r2 + $r3}]; set when $t }
}
set weight [expr {9.81*$mass*3*$storeys}]
puts ""
puts [format "peak base shear  %.0f kN at %.2f s, %.2f of the weight (%.0f kN)" [expr {abs($shear)}] $when [expr {abs($shear)/$weight}] $weight]
puts "analysis status  $status (0: every step converged)"

plot response.svg -title "Braced frame in an artificial earthquake" -xlabel "time \[s\]" -ylabel "displacement \[m\]" \
    -x 1 -y 4 3 2 -name roof "second floor" "first floor" response.out
plot brace.svg -title "Brace of the first storey" -xlabel "strain" -ylabel "stress \[kN/m2\]" -x 2 -y 1 brace.out
puts "written          response.out, response.svg, brace.svg"
