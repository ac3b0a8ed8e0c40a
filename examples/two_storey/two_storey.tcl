# Two-storey shear frame whose columns are both specimens, under 150 % of the Tabas record: the test of Mosqueda, Stojadinovic and Mahin,
# UCB/EERC 2005-02, chapter 6, in the local configuration.  kip, in, s
#
#        +-----+ 2     Beams are rigid, so a column bends like two cantilevers of half its height. One cantilever a storey is tested: the
#        |     |       actuator moves half the storey drift, and the storey resists with twice its force, because there are two columns.
#        +-----+ 1     Nothing but mass and damping is computed. Explicit integration: one command a step, 120 times slower than the
#        |     |       earthquake, so that a step of 0.01 s lasts 1.2 s in the laboratory.
#      __|_____|__ 0
source [file join [file dirname [info script]] .. common.tcl]

defaultUnits -force kip -length in -time sec -temp F
set g 386.1
set m [expr {4.0/$g}]
set k 2.74                      ;# kip/in, of a cantilever and of a storey
set uy 0.675                    ;# in, yield displacement of a cantilever

model basic -ndm 1 -ndf 1
node 0 0.0
node 1 0.0 -mass $m
node 2 0.0 -mass $m
fix 0 1

if {$hybrid} {
    uniaxialMaterial BoucWenMosqueda 1 $k $uy 0.0 0.45 0.55 2
    uniaxialMaterial Elastic 2 $k
    foreach storey {1 2} {
        if {$mode eq "perfect"} {
            expControl SimUniaxialMaterials $storey $storey
        } else {
            # a hydraulic actuator that lags by 90 ms, transducers of a good laboratory, a stop at 3 in and 3 kip
            expSpecimen Material $storey $storey
            expActuator FirstOrder $storey 0.090
            expSensor Transducer 1$storey -rms 0.0005
            expSensor Transducer 2$storey -rms 0.002
            expControlPoint 1$storey 1 disp -lim -3.0 3.0
            expControlPoint 2$storey 1 force -lim -3.0 3.0
            expControl VirtualRig $storey -rate 1000 -scale 120 -record 10 -channel $storey -actuator $storey -dispSensor 1$storey -forceSensor 2$storey \
                -trialCP 1$storey -outCP 2$storey
        }
        expSetup OneActuator $storey -control $storey 1 -sizeTrialOut 1 1 \
            -ctrlDispFact 0.5 -ctrlVelFact 0.5 -daqDispFact 2.0 -daqVelFact 2.0 -daqForceFact 2.0
        expSite LocalSite $storey $storey
        expElement twoNodeLink $storey [expr {$storey - 1}] $storey -dir 1 -site $storey -initStif $k
    }
} else {
    uniaxialMaterial BoucWenMosqueda 1 $k [expr {2.0*$uy}] 0.0 0.45 0.55 2
    uniaxialMaterial Elastic 2 $k
    foreach storey {1 2} { element twoNodeLink $storey [expr {$storey - 1}] $storey -mat $storey -dir 1 -doRayleigh }
}

# stiffness-proportional damping, 5 % in the first mode of the frame with 2.8 kip/in
rayleigh 0.0 0.0 [expr {0.009842*2.8/$k}] 0.0
earthquake 1 tabas-1978-sac-nf01 0.01 [expr {1.133*$g}] 0.5
pattern UniformExcitation 1 1 -accel 1

recorder Node -file response.out -time -precision 12 -node 1 2 -dof 1 disp
recorder Element -file storey.out -time -precision 10 -ele 1 2 force
recorder Element -file loop.out -precision 10 -ele 1 deformationsANDforces
constraints Plain
numberer Plain
system Diagonal
algorithm Linear
integrator NewmarkExplicit 0.5
analysis Transient
set status [analyze 3000 0.01]
remove recorders

puts "two storeys, $mode, $motion earthquake"
set drift 0.0
set most2 0.0
set f [open response.out]
while {[gets $f line] >= 0} {
    lassign $line t u1 u2
    if {abs($u2 - $u1) > $most2} { set most2 [expr {abs($u2 - $u1)}] }
}
close $f
result drift1 [peak response.out 1] in
result drift2 $most2 in
result residual1 [expr {abs($u1)}] in
result shear1 [peak storey.out 2] kip
plot response.svg -title "Two storeys, Tabas 150 %" -xlabel "time \[s\]" -ylabel "displacement \[in\]" -x 1 -y 3 2 -name "second floor" "first floor" response.out
plot loop.svg -title "First storey" -xlabel "drift \[in\]" -ylabel "shear \[kip\]" -x 1 -y 2 loop.out
finish $status
