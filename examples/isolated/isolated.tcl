# Two-storey building on two isolation bearings, of which one is a specimen. Its shear is tested; its axial force and its moment come from
# numerical materials, because the rig has one actuator. The weight is put on first. kN, m, s, t
#
#       7 o=====o 8      Lead-rubber bearings 0.25 m high between the ground (1, 2) and the base beam (3, 4).
#       5 o=====o 6      Operator splitting: one command a step.
#       3 o=====o 4
#     1 _#_   _#_ 2      # bearings: left one experimental, right one computed
source [file join [file dirname [info script]] .. common.tcl]
defaultUnits -force kN -length m -time sec -temp C

model basic -ndm 2 -ndf 3
set E 2.1e8
foreach {tag x y m} {1 0 0 0  2 8 0 0  3 0 0.25 30  4 8 0.25 30  5 0 3.75 25  6 8 3.75 25  7 0 7.25 20  8 8 7.25 20} {
    node $tag $x $y
    if {$m > 0} { mass $tag $m $m 1.0 } else { fix $tag 1 1 1 }
}
geomTransf Linear 1
foreach {tag i j A I} {1 3 5 0.0149 2.517e-4  2 4 6 0.0149 2.517e-4  3 5 7 0.0149 2.517e-4  4 6 8 0.0149 2.517e-4
                       5 3 4 0.0134 5.769e-4  6 5 6 0.0134 5.769e-4  7 7 8 0.0134 5.769e-4} {
    element elasticBeamColumn $tag $i $j $A $E $I 1
}

set kv 5.0e3                    ;# kN/m, shear before the lead yields
uniaxialMaterial Bilinear 1 $kv 0.008 0.13
uniaxialMaterial Elastic 2 8.0e5
uniaxialMaterial Elastic 3 4.0e3
set axes "-orient 0 1 0 -1 0 0"
if {$hybrid} {
    if {$mode eq "perfect"} {
        expControl SimUniaxialMaterials 1 1
    } else {
        # an actuator with a lag of 3 ms, a stroke of 0.3 m
        expSpecimen Material 1 1
        expActuator FirstOrder 1 0.003
        expSensor Transducer 1 -rms 0.05
        expControlPoint 1 1 disp -lim -0.30 0.30
        expControl VirtualRig 1 -rate 1000 -channel 1 -actuator 1 -forceSensor 1 -trialCP 1
    }
    expSetup OneActuator 1 -control 1 2 -sizeTrialOut 3 3
    expSite LocalSite 1 1
    eval expElement bearing 11 1 3 0 -P 2 -Mz 3 -site 1 -initStif $kv $axes
} else {
    eval element twoNodeLink 11 1 3 -mat 2 1 3 -dir 1 2 3 $axes -doRayleigh
}
eval element twoNodeLink 12 2 4 -mat 2 1 3 -dir 1 2 3 $axes -doRayleigh

pattern Plain 1 Linear { foreach {tag m} {3 30 4 30 5 25 6 25 7 20 8 20} { load $tag 0.0 [expr {-9.81*$m}] 0.0 } }
constraints Plain
numberer RCM
system BandGeneral
test NormDispIncr [expr {$mode eq "rig" ? 5.0e-5 : 1.0e-12}] 100     ;# iterations end where the noise of the transducer begins
algorithm ModifiedNewton -initial
integrator LoadControl 0.1
analysis Static
if {[analyze 10] != 0} { error "the building does not carry its weight" }
loadConst -time 0.0

set omega [expr {sqrt([lindex [eigen 1] 0])}]
rayleigh [expr {2.0*0.02*$omega}] 0.0 0.0 0.0
earthquake 2 elcentro-1940-ns 0.02 [expr {0.5*9.81}]
pattern UniformExcitation 2 1 -accel 2

recorder Node -file response.out -time -precision 12 -node 3 7 -dof 1 disp
recorder Element -file bearing.out -time -precision 10 -ele 11 localForce
wipeAnalysis
constraints Plain
numberer RCM
system BandGeneral
algorithm Linear -initial
integrator AlphaOS 0.9
analysis Transient
set status [analyze 3000 0.01]
remove recorders

puts "isolated building, $mode, $motion earthquake, period before yielding [format %.3f [expr {2*$pi/$omega}]] s"
result bearing [peak response.out 1] m
result roof [peak response.out 2] m
result shear [peak bearing.out 2] kN
plot response.svg -title "Isolated building with an experimental bearing" -xlabel "time \[s\]" -ylabel "displacement \[m\]" -x 1 -y 3 2 -name roof bearing response.out
finish $status
