# A shear building of n storeys whose storeys 1 .. k are specimens at sites. Words: steps, then for each specimen "local" or "host port name <options>".
# steps: a number; or "number more", where more is how many steps of free vibration follow, or a file until whose coming they do.
lassign [lindex $argv 0] steps more
set sites [lrange $argv 1 end]
set n 3
model basic -ndm 1 -ndf 1
node 0 0
fix 0 1
for {set i 1} {$i <= $n} {incr i} { node $i 0 -mass 0.01 }
uniaxialMaterial Elastic 9 2.8
for {set i 1} {$i <= $n} {incr i} {
    set where [lindex $sites [expr {$i-1}]]
    set below [expr {$i-1}]
    if {$where eq ""} {
        element zeroLength $i $below $i -mat 9 -dir 1
        continue
    }
    if {$where eq "local"} {
        uniaxialMaterial Steel02 $i 3.0 2.8 0.05 18.0 0.925 0.15
        expControl SimUniaxialMaterials $i $i
        expSetup OneActuator $i -control $i 1 -sizeTrialOut 1 1
        expSite LocalSite $i $i
    } else {
        lassign $where host port name
        eval expSite NetworkSite $i $host $port -site [list $name] -sizeTrialOut 1 1 [lrange $where 3 end]
    }
    expElement twoNodeLink $i $below $i -dir 1 -site $i -initStif 2.8
    if {$where ne "local"} { monitor Network $i -site $i -late 1000 }
}
rayleigh 0.5 0 0.002 0
set ag {}
for {set i 0} {$i <= $steps + 1} {incr i} {
    set t [expr {0.01*$i}]
    lappend ag [expr {150.0*sin(7.0*$t)*sin(0.31*$t) + 60.0*sin(16.0*$t + 1.0)}]
}
timeSeries Path 1 -dt 0.01 -values $ag
pattern UniformExcitation 1 1 -accel 1
recorder Node -file disp.out -precision 17 -time -nodeRange 1 $n -dof 1 disp
constraints Plain
numberer Plain
system BandGeneral
algorithm Linear
integrator AlphaOS 0.9
analysis Transient
analyze $steps 0.01
foreach m [monitor list] {
    scan [lindex $m 0] network%d i
    puts "site $i: [format %.0f [monitor value $i exchanges]] exchanges, [format %.0f [monitor value $i late]] late, last [monitor value $i last], most [monitor value $i most]"
}
if {[string is integer -strict $more]} {
    for {set i 0} {$i < $more} {incr i} { analyze 1 0.01 }
} elseif {$more ne ""} {
    while {![file exists $more]} { analyze 1 0.01; after 5 }
}
