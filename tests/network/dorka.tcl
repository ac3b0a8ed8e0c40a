# A shear building of three storeys; the first is a specimen at a site, Dorka's sub-steps. Words: steps, "local" or "host port name <options>", <damped: the
# specimen takes part in Rayleigh damping, too>, words of the integrator.
set steps [lindex $argv 0]
set where [lindex $argv 1]
model basic -ndm 1 -ndf 1
node 0 0
fix 0 1
foreach i {1 2 3} { node $i 0 -mass 0.01 }
uniaxialMaterial Elastic 9 2.8
foreach i {2 3} { element zeroLength $i [expr {$i-1}] $i -mat 9 -dir 1 }
if {$where eq "local"} {
    uniaxialMaterial Steel02 1 3.0 2.8 0.05 18.0 0.925 0.15
    expControl SimUniaxialMaterials 1 1
    expSetup OneActuator 1 -control 1 1 -sizeTrialOut 1 1
    expSite LocalSite 1 1
} else {
    lassign $where host port name
    eval expSite NetworkSite 1 $host $port -site $name -sizeTrialOut 1 1 [lrange $where 3 end]
}
set words [lrange $argv 2 end]
set damped [expr {[lindex $words 0] eq "damped"}]
expElement twoNodeLink 1 0 1 -dir 1 -site 1 -initStif 2.8 -doRayleigh $damped
rayleigh 0.5 0 0.002 0
set ag {}
for {set i 0} {$i <= $steps + 1} {incr i} {
    set t [expr {0.01*$i}]
    lappend ag [expr {150.0*sin(7.0*$t)*sin(0.31*$t) + 60.0*sin(16.0*$t + 1.0)}]
}
timeSeries Path 1 -dt 0.01 -values $ag
pattern UniformExcitation 1 1 -accel 1
recorder Node -file disp.out -precision 17 -time -nodeRange 1 3 -dof 1 disp
recorder Element -file loop.out -precision 17 -ele 1 deformationsANDforces
constraints Plain
numberer Plain
system BandGeneral
algorithm Linear
eval integrator Dorka 0.25 0.5 -substeps 8 [lrange $words $damped end]
analysis Transient
analyze $steps 0.01
