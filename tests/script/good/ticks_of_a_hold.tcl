# stdout: ^60 rows, the last at 0\.6$
# stdout: ^error of tracking: as it was$
# stdout: ^nothing is written twice$
# A displacement that is the same from 0.2 to 0.4: no step of the hold commands anything. The step after it goes its way in the time since the last command.
# The ticks before it were written and summed up again with every step of the hold, jumping back to where its last step had begun.
model basic -ndm 1 -ndf 1
node 1 0.0
node 2 0.0
fix 1 1
uniaxialMaterial Elastic 1 10.0
expSpecimen Material 1 1
expActuator Delay 1 0.02
expControl VirtualRig 1 -rate 100 -channel 1 -actuator 1
expSetup OneActuator 1 -control 1 1 -sizeTrialOut 1 1
expSite LocalSite 1 1
expElement twoNodeLink 1 1 2 -dir 1 -site 1 -initStif 10 -noRayleigh
timeSeries Path 1 -time {0 0.2 0.4 0.6} -values {0 2 2 -1}
pattern Plain 1 1 { sp 2 1 1.0 }
constraints Transformation
numberer Plain
system BandGeneral
algorithm Linear
integrator Newmark 0.5 0.25
analysis Transient
expRecorder Control -file ticks.out -precision 12 -control 1 tickSig
monitor Tracking 1 -control 1 -window 0.3
analyze 2 0.1
set before [monitor value 1 rms1]
analyze 2 0.1
set held [monitor value 1 rms1]
analyze 2 0.1
removeExp recorders
set f [open ticks.out]
set rows [split [string trim [read $f]] \n]
close $f
puts "[llength $rows] rows, the last at [lindex $rows end 0]"
puts "error of tracking: [expr {$before == $held ? "as it was" : "$before before the hold, $held in it"}]"
set last 0.0
foreach row $rows {
    if {[lindex $row 0] <= $last} { error "a row at [lindex $row 0] after one at $last" }
    set last [lindex $row 0]
}
puts "nothing is written twice"
