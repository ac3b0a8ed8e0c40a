# Two rigs on one structure, pushed to about 4 and moved about there for as long as anybody likes. The first goes home slowly when it trips; the second lets its
# specimen go when no target comes. Words: hold [s] of the second, velocity of the first on its way home; steps, and what is done after them.
lassign $argv hold velocity steps after
set dt [expr {10.0/1024}]
model basic -ndm 1 -ndf 1
node 1 0.0
fix 1 1
node 2 0.0
uniaxialMaterial Elastic 1 2.8
expActuator FirstOrder 1 0.002
expCommand Continuous 1
expController 1 1
expController 2 1 -hold $hold -mass 0.01 -damping 0.15
expLimits 1 -stroke -5 5 -velocity 60 -force -20 20 -onTrip ramp -tripVelocity $velocity
expLimits 2 -stroke -5 5 -velocity 60 -force -20 20 -onTrip hold
foreach k {1 2} {
    expSpecimen Material $k 1
    expControl VirtualRig $k -rate 1024 -controller $k -channel $k -actuator 1 -limits $k
    expSetup OneActuator $k -control $k 1 -sizeTrialOut 1 1
    expSite LocalSite $k $k
    expElement twoNodeLink $k 1 2 -dir 1 -site $k -initStif 2.8 -noRayleigh
}
set x {0.0}
for {set i 0} {$i < 1000} {incr i} { lappend x [expr {4.0 + 0.2*($i % 2)}] }
timeSeries Path 1 -dt 0.8 -values $x
pattern Plain 1 1 { sp 2 1 1.0 }
recorder Node -file disp.out -time -node 2 -dof 1 disp
constraints Transformation
numberer Plain
system BandGeneral
algorithm Linear
integrator Newmark 0.5 0.25
analysis Transient
analyze [expr {$steps eq "" ? 80000 : $steps}] $dt
eval $after
