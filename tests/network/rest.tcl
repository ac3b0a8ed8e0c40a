# A mass in the plane on a specimen that pulls before the test begins, and of which an actuator drives one direction only; the other has its initial
# stiffness. Words: steps, "local" or "host port name <options>".
set steps [lindex $argv 0]
set where [lindex $argv 1]
model basic -ndm 2 -ndf 2
node 1 0 0
node 2 0 0 -mass 0.02 0.03
fix 1 1 1
if {$where eq "local"} {
    source [file join [file dirname [info script]] rest_site.tcl]
} else {
    lassign $where host port name
    eval expSite NetworkSite 1 $host $port -site $name -sizeTrialOut 2 2 [lrange $where 3 end]
}
expElement twoNodeLink 1 1 2 -dir 1 2 -site 1 -initStif 8.0 0 0 20.0
timeSeries Sine 1 0.0 10.0 0.7
pattern Plain 1 1 {load 2 2.0 3.0}
recorder Node -file disp.out -precision 17 -time -node 2 -dof 1 2 disp
constraints Plain
numberer Plain
system BandGeneral
algorithm Linear
integrator NewmarkExplicit 0.5
analysis Transient
analyze $steps 0.01
