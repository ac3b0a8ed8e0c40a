# stdout: all alike
# A trip in the middle of a step, with every engine: the same message, the same time, the same rows, and every node can be asked afterwards.
set answers {}
foreach eng {sparse condensed modal impulse} {
wipe; wipeExp
model basic -ndm 1 -ndf 1
node 1 0.0; fix 1 1
uniaxialMaterial Elastic 1 800.0
for {set i 2} {$i <= 21} {incr i} { node $i 0.0 -mass 1.0; element zeroLength $i [expr {$i-1}] $i -mat 1 -dir 1 }
expControlPoint 1 1 disp -lim -0.004 0.004
expControl SimUniaxialMaterials 1 1 -trialCP 1
expSetup OneActuator 1 -control 1 1 -sizeTrialOut 1 1
expSite LocalSite 1 1
expElement twoNodeLink 99 1 2 -dir 1 -site 1 -initStif 800.0
timeSeries Trig 1 0 10 0.7
pattern UniformExcitation 1 1 -accel 1
algorithm Linear -initial; integrator AlphaOS 0.9; analysis Transient
engine $eng
recorder Node -file trip.out -time -node 2 21 -dof 1 disp
catch {analyze 300 0.01} msg
if {![string match "*Disp, component 1 at t = 2.479: the command is outside its limits*" $msg]} { error "$eng: $msg" }
remove recorders
set f [open trip.out]; set rows [split [string trim [read $f]] \n]; close $f
lappend answers [list [llength $rows] [lindex $rows end] [getTime] [format %.9e [nodeDisp 13 1]] [format %.9e [nodeDisp 2 1]]]
}
if {[llength [lsort -unique $answers]] == 1 && [lindex $answers 0 0] == 247} { puts "all alike" } else { error $answers }
