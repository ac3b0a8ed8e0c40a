# A bridge of three spans under an earthquake across it: the deck is computed, two piers and a bearing are in three laboratories. This script starts them on
# this machine. kN, m, s; view from above:
#
#   left abutment           short pier              tall pier               right abutment
#        1 ====== 2 ======= 3 ====== 4 ======= 5 ====== 6 ======= 7         deck: seven nodes, 20 m apart, mass and stiffness computed
#       key             site quay               site hill            site bearing
#
# The key holds the deck at the left abutment and lets it turn. Operator splitting: one command a step, whatever the deck's frequencies are.
set modes {rig perfect numerical wan}
source [file join [file dirname [info script]] .. common.tcl]
defaultUnits -force kN -length m -time sec -temp C
source [file join [file dirname [info script]] .. sites.tcl]
source [file join [file dirname [info script]] specimens.tcl]

model basic -ndm 2 -ndf 3
for {set i 1} {$i <= 7} {incr i} {
    node $i [expr {20.0*($i - 1)}] 0.0
    mass $i 0.0 [expr {15.0*($i in {1 7} ? 10.0 : 20.0)}] 0.0       ;# 15 t a metre
    fix $i 1 [expr {$i == 1}] 0
}
geomTransf Linear 1
for {set i 1} {$i <= 6} {incr i} { element elasticBeamColumn $i $i [expr {$i + 1}] 5.0 3.0e7 40.0 1 }

# what stands under the deck: number of its element, node of the deck, site, specimen
set supports {
    11 3 quay    short
    12 5 hill    tall
    13 7 bearing bearing
}
foreach {ele at name what} $supports {
    node 1$at [expr {20.0*($at - 1)}] 0.0
    fix 1$at 1 1 1
    if {$hybrid} { set port($name) [site_reach $name [file join [file dirname [info script]] site.tcl] [list $what $mode]] }
}
foreach {ele at name what} $supports {
    if {$hybrid} {
        expSite NetworkSite $ele localhost $port($name) -site $name -sizeTrialOut 1 1 -propose {*}$unsynced
        expElement twoNodeLink $ele 1$at $at -dir 2 -site $ele -initStif $stiffness($what) -orient 1 0 0 0 1 0
    } else {
        specimen_material $ele $what 1.0
        element twoNodeLink $ele 1$at $at -mat $ele -dir 2 -orient 1 0 0 0 1 0 -doRayleigh
    }
}

set omega [expr {sqrt([lindex [eigen 1] 0])}]
rayleigh 0.0 0.0 [expr {2.0*0.03/$omega}] 0.0
earthquake 1 elcentro-1940-ns 0.02 [expr {0.6*9.81}]
pattern UniformExcitation 1 2 -accel 1

recorder Node -file response.out -time -precision 12 -node 3 5 7 -dof 2 disp
recorder Element -file forces.out -time -precision 10 -ele 11 12 13 basicForce
constraints Plain
numberer RCM
system BandGeneral
algorithm Linear -initial
integrator AlphaOS 0.9
analysis Transient
set status [analyze 1000 0.02]
sites_end

puts [format "bridge, %s, %s earthquake, period %.3f s" $mode $motion [expr {2.0*$pi/$omega}]]
foreach name {quay hill bearing} column {1 2 3} {
    result $name-displacement [peak response.out $column] m
    result $name-force [peak forces.out $column] kN
}
plot response.svg -title "Bridge, across" -xlabel "time \[s\]" -ylabel "displacement \[m\]" -x 1 -y 2 3 4 -name "short pier" "tall pier" "bearing" response.out
finish $status
