# The two-storey frame of ../two_storey with each column in a laboratory of its own: the test of Mosqueda, Stojadinovic and Mahin, UCB/EERC 2005-02,
# chapter 6, in the network configuration. This script starts both laboratories (site.tcl) on this machine. kip, in, s
#
#   this program, mass and damping ──TCP── site lower: column of storey 1
#                                 └──TCP── site upper: column of storey 2
set modes {rig perfect numerical wan}
source [file join [file dirname [info script]] .. common.tcl]
source [file join [file dirname [info script]] .. sites.tcl]

defaultUnits -force kip -length in -time sec -temp F
set g 386.1
set k 2.74                      ;# kip/in, of a cantilever and of a storey
set uy 0.675                    ;# in, yield displacement of a cantilever

model basic -ndm 1 -ndf 1
node 0 0.0
fix 0 1
foreach floor {1 2} { node $floor 0.0 -mass [expr {4.0/$g}] }

if {$hybrid} {
    # both are started before either is asked for anything
    foreach storey {1 2} name {lower upper} {
        set port($storey) [site_reach $name [file join [file dirname [info script]] site.tcl] [list $storey $mode]]
    }
    foreach storey {1 2} name {lower upper} {
        expSite NetworkSite $storey localhost $port($storey) -site $name -sizeTrialOut 1 1 {*}$unsynced
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
constraints Plain
numberer Plain
system Diagonal
algorithm Linear
integrator NewmarkExplicit 0.5
analysis Transient
set status [analyze 3000 0.01]
set residual [expr {abs([nodeDisp 1 1])}]
sites_end

puts "two storeys at two sites, $mode, $motion earthquake"
set most2 0.0
set f [open response.out]
while {[gets $f line] >= 0} {
    lassign $line t u1 u2
    if {abs($u2 - $u1) > $most2} { set most2 [expr {abs($u2 - $u1)}] }
}
close $f
result drift1 [peak response.out 1] in
result drift2 $most2 in
result residual1 $residual in
result shear1 [peak storey.out 2] kip
plot response.svg -title "Two storeys at two sites, Tabas 150 %" -xlabel "time \[s\]" -ylabel "displacement \[in\]" \
    -x 1 -y 3 2 -name "second floor" "first floor" response.out
finish $status
