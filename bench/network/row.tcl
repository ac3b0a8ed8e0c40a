# Masses on springs, each at a site: what an exchange costs. Words: steps, then for each mass "local" or the words of an expSite NetworkSite.
set steps [lindex $argv 0]
model basic -ndm 1 -ndf 1
set i 0
foreach where [lrange $argv 1 end] {
    incr i
    node [expr {100+$i}] 0
    fix [expr {100+$i}] 1
    node $i 0 -mass 0.01
    if {$where eq "local"} {
        uniaxialMaterial Elastic $i 2.8
        expControl SimUniaxialMaterials $i $i
        expSetup OneActuator $i -control $i 1 -sizeTrialOut 1 1
        expSite LocalSite $i $i
    } else {
        eval expSite NetworkSite $i $where -sizeTrialOut 1 1 -sync 0
    }
    expElement twoNodeLink $i [expr {100+$i}] $i -dir 1 -site $i -initStif 2.8
}
timeSeries Sine 1 0 10000 1.0
pattern UniformExcitation 1 1 -accel 1
constraints Plain
numberer Plain
system BandGeneral
algorithm Linear
integrator NewmarkExplicit 0.5
analysis Transient
analyze 100 0.001
set t [clock microseconds]
analyze $steps 0.001
puts [expr {double([clock microseconds]-$t)/$steps}]
