# command: rehearse
# stdout: rig 1 channel 3 \(stand-in\): force up
# stdout: \ngo\n
# A column whose three basic coordinates go to three actuators: the stiffness of the element is carried to their channels and back.
set k {200.0 0.0 0.0  0.0 60.0 20.0  0.0 20.0 50.0}
model basic -ndm 2 -ndf 3
node 1 0.0 0.0
node 2 0.0 1.0 -mass 1.0 1.0 0.1
fix 1 1 1 1
geomTransf Linear 1
expDevice UDP 1 127.0.0.1 9 -channels 3
expCommand Lagrange 1 2
expController 1 1
expLimits 1 -stroke -1 1 -velocity 10 -force -100 100 -following 0.1 -watchdog 0.1
expControl DeviceRig 1 -device 1 -controller 1 -limits 1 -rate 1000
expSetup ThreeActuators2d 1 -control 1 2.0 2.0 3.0 0.8 0.7
expSite LocalSite 1 1
expElement beamColumn 1 1 2 1 -site 1 -initStif {*}$k
rayleigh 0.5 0 0 0
timeSeries Sine 1 0.0 1e9 0.7
pattern Plain 1 1 { load 2 1.0 0.5 0.1 }
constraints Plain
numberer Plain
system BandGeneral
algorithm Linear
integrator NewmarkExplicit 0.5
analysis Transient
analyze 200 0.005
set d [eleResponse 1 ctrlDisp]
set q [eleResponse 1 basicForce]
foreach i {0 1 2} {
    set want 0.0
    foreach j {0 1 2} { set want [expr {$want + [lindex $k [expr {3*$i + $j}]]*[lindex $d $j]}] }
    if {abs($want) < 1e-6 || abs([lindex $q $i] - $want) > 1e-6*abs($want)} { error "force $i: [lindex $q $i], not $want" }
}
