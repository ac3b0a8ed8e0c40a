# Sixteen storeys, each a specimen in a virtual rig of its own, 1024 rows a second each. Words: seconds of test.
model basic -ndm 1 -ndf 1
node 1 0
fix 1 1
for {set i 1} {$i <= 16} {incr i} {
    node [expr {$i + 1}] 0 -mass 0.01
    uniaxialMaterial Steel01 $i 3.0 2.8 0.05
    expSpecimen Material $i $i
    expControl VirtualRig $i -rate 1024 -channel $i
    expSetup OneActuator $i -control $i 1 -sizeTrialOut 1 1
    expSite LocalSite $i $i
    expElement twoNodeLink $i $i [expr {$i + 1}] -dir 1 -site $i -initStif 2.8
}
source [file join [file dirname [info script]] shake.tcl]
