# A friction device UHYDE-fbr in a laboratory elsewhere, what dorka_remote and facility share. Both sides know the device (device.tcl): kf, its stiffness before
# it slides, mu, area and pressure, whose product is the force at which it does.

# The laboratory that `tandem site` serves. mode: perfect, or anything else for a rig with an actuator `late` seconds behind, a load cell with noise `rms`, a stop
# at `stop`, and a test `scale` times slower than the earthquake.
proc friction_laboratory {mode seed late rms stop scale} {
    global kf mu area pressure
    model basic -ndm 1 -ndf 1
    expSeed $seed
    if {$mode eq "perfect"} {
        uniaxialMaterial ElasticPP 1 $kf [expr {$mu*$area*$pressure/$kf}]
        expControl SimUniaxialMaterials 1 1
    } else {
        expSpecimen UHYDE-fbr 1 $kf $mu $area $pressure
        expActuator Delay 1 $late
        expSensor Transducer 1 -rms $rms
        expControlPoint 1 1 disp -lim -$stop $stop
        expControl VirtualRig 1 -rate 1000 -scale $scale -channel 1 -actuator 1 -forceSensor 1 -trialCP 1
    }
    expSetup OneActuator 1 -control 1 1 -sizeTrialOut 1 1
    expSite LocalSite 1 1
}

# The device between a floor and a stiff brace from the ground, element 9001: in the laboratory of that script, or computed.
proc friction_device {floor site} {
    global kf mu area pressure hybrid mode
    if {$hybrid} {
        set port [site_reach laboratory $site $mode]
        expSite NetworkSite 1 localhost $port -site laboratory -sizeTrialOut 1 1
        expElement generic 9001 -node $floor -dof 1 -site 1 -initStif $kf -noRayleigh
    } else {
        node 9001 {*}[nodeCoord $floor]
        fix 9001 1 1 1 1 1 1
        uniaxialMaterial ElasticPP 11 $kf [expr {$mu*$area*$pressure/$kf}]
        element zeroLength 9001 9001 $floor -mat 11 -dir 1
    }
}

# Six seconds of an artificial earthquake along x, recorded at the floor, at the roof and in the device.
proc friction_shake {floor roof} {
    global hybrid motion
    motion generate 1 -seed 504 -duration 6.0 -dt 0.01 -pga 3.0 -groundHz 3.0 -baseline 3
    set motion generated
    pattern UniformExcitation 1 1 -accel 1
    recorder Node -file response.out -time -precision 12 -node $floor $roof -dof 1 disp
    if {$hybrid} { recorder Element -file device.out -time -precision 12 -ele 9001 daqForce }
}

proc friction_results {title} {
    global hybrid
    result floor-peak [peak response.out 1] m
    result roof-peak [peak response.out 2] m
    if {$hybrid} { result device-force [peak device.out 1] N }
    plot response.svg -title $title -xlabel "time \[s\]" -ylabel "displacement \[m\]" -x 1 -y 3 2 -name "roof" "first floor" response.out
}
