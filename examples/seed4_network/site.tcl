# A laboratory with half a column of one storey: what `tandem site` serves. Words: test, storey, and perfect; or clock and a factor of its times.
lassign $argv name storey way factor
source [file join [file dirname [info script]] frame.tcl]
model basic -ndm 1 -ndf 1
specimen_material $storey [dict get $tests $name] $storey 1.0
if {$way eq "perfect"} {
    expControl SimUniaxialMaterials $storey $storey
} else {
    # against the clock: 1000 ticks a second whatever the factor; actuators without lag, so that an elastic specimen answers the same however late a target is
    expCommand Lagrange 1 3
    expController 1 1
    expSpecimen Material $storey $storey
    expControl VirtualRig $storey -rate 1000 -scale [expr {120.0*$factor}] -controller 1 -channel $storey
}
specimen_setup $storey
