# stderr: expElement generic 1: -iMod: the setup of expSite 1 does not say where the specimen is
model BasicBuilder -ndm 3 -ndf 6
node 1 0.0 0.0 0.0
expModel 1 {
    model basic -ndm 2 -ndf 3
    uniaxialMaterial Elastic 1 10.0
    for {set i 1} {$i <= 2} {incr i} {
        node $i 0 0
        node 1$i 0 0
        fix 1$i 1 1 1
        element zeroLength $i 1$i $i -mat 1 1 1 -dir 1 2 6
    }
}
expControlPoint 1 -node 1 1 disp 2 disp -node 2 1 disp 2 disp
expControlPoint 2 -node 1 1 disp 2 disp -node 2 1 disp 2 disp -node 1 1 force 2 force 3 force -node 2 1 force 2 force 3 force
expControl SimDomain 1 -model 1 -trialCP 1 -outCP 2
expSetup FourActuators3d 1 -control 1 60 70 65 75 10 12 11 13 20 8 9 3 3.5 100 110 6
expSite LocalSite 1 1
expElement generic 1 -node 1 -dof 1 2 3 4 5 6 -site 1 -initStif 1 0 0 0 0 0  0 1 0 0 0 0  0 0 1 0 0 0  0 0 0 1 0 0  0 0 0 0 1 0  0 0 0 0 0 1 -iMod
