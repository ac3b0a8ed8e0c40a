# The numerical and the experimental facility of Obon Santacana and Dorka (15WCEE 2012, sections 3.2 and 4): a building of 960 freedoms whose equations are solved
# by the ranks of MPI, and a friction device in its first storey that is tested in a laboratory, whose site runs the sub-steps. This script starts the
# laboratory (site.tcl) on this machine; facility.sh starts the script on ranks. Without ranks the same script runs in one process. N, m, s, kg
#
#   mpirun: rank 0, rank 1, ... ──streams── this script ──TCP── site laboratory: G_cc, eight sub-steps a step, actuator, device
#           K + a0 M + a1 C, dealt out           u0 at both ends of the step ──>
#           and factored once                             <── the last two forces
set modes {rig perfect numerical wan}
source [file join [file dirname [info script]] .. common.tcl]
defaultUnits -force N -length m -time sec -temp C
source [file join [file dirname [info script]] .. sites.tcl]
source [file join [file dirname [info script]] .. friction.tcl]
source [file join [file dirname [info script]] device.tcl]

# 5 x 4 columns, 8 storeys; a braced core in one corner: the building is not symmetric. Node 1000 storey + 10 row + column
set column [list 0.0149 2.1e11 8.1e10 1.9e-6 8.6e-5 2.5e-4]             ;# A E G J Iy Iz
set beam [list 0.0085 2.1e11 8.1e10 6.0e-7 2.3e-4 1.5e-5]
set brace [list 0.003 1]
set elements 0
model basic -ndm 3 -ndf 6
geomTransf Linear 1 1.0 0.0 0.0                                         ;# columns
geomTransf Linear 2 0.0 0.0 1.0                                         ;# beams
uniaxialMaterial Elastic 1 2.1e11
proc member {from to section transf} { element elasticBeamColumn [incr ::elements] $from $to {*}$section $transf }
for {set s 0} {$s <= 8} {incr s} {
    for {set r 0} {$r < 4} {incr r} {
        for {set c 0} {$c < 5} {incr c} {
            set n [expr {1000*$s + 10*$r + $c}]
            if {$s == 0} {
                node $n [expr {6.0*$c}] [expr {5.0*$r}] 0.0
                fix $n 1 1 1 1 1 1
                continue
            }
            node $n [expr {6.0*$c}] [expr {5.0*$r}] [expr {3.5*$s}] -mass 6000 6000 6000 500 500 500
            member [expr {$n - 1000}] $n $column 1
            if {$c > 0} { member [expr {$n - 1}] $n $beam 2 }
            if {$r > 0} { member [expr {$n - 10}] $n $beam 2 }
        }
    }
    if {$s > 0} {
        foreach {from to} {0 1 1 0 0 10 10 0} {
            element truss [incr elements] [expr {1000*$s - 1000 + $from}] [expr {1000*$s + $to}] {*}$brace
        }
    }
}

set floor 1032                            ;# far from the core; a stiff brace from the ground holds the other end of the device
friction_device $floor [file join [file dirname [info script]] site.tcl]

rayleigh 0.1 0.0 0.003 0.0
friction_shake $floor 8032

constraints Plain
numberer AMD
system SparseSYM
if {$tandem(ranks) > 0} { engine scalapack }
algorithm Linear
integrator Dorka -substeps 8 -P 0.95
analysis Transient
set status [analyze 600 0.01]
sites_end

puts "friction device in the first storey, $mode: $elements elements, [expr {$tandem(ranks) ? "$tandem(ranks) ranks" : "no ranks"}]"
friction_results "A building on ranks, its friction device in a laboratory"
finish $status
