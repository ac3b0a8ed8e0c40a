# A frame of 660 freedoms with one brace as a specimen, against the clock: steps of four ticks. Words: seconds. Prints the counts of the command loop.
set steps [expr {int([lindex $argv 0]*1024/4)}]
set w 11
model basic -ndm 2 -ndf 3
for {set s 0} {$s <= 20} {incr s} {
    for {set b 0} {$b <= 10} {incr b} {
        set tag [expr {$s*$w+$b+1}]
        node $tag [expr {6.0*$b}] [expr {3.5*$s}]
        if {$s} { mass $tag 20.0 20.0 0.5 } else { fix $tag 1 1 1 }
    }
}
geomTransf Linear 1
set e 0
for {set s 0} {$s <= 20} {incr s} {
    for {set b 0} {$b <= 10} {incr b} {
        set tag [expr {$s*$w+$b+1}]
        if {$s < 20} { element elasticBeamColumn [incr e] $tag [expr {$tag+$w}] 0.16 3.0e7 2.1e-3 1 }
        if {$s && $b < 10} { element elasticBeamColumn [incr e] $tag [expr {$tag+1}] 0.18 3.0e7 5.4e-3 1 }
    }
}
rayleigh 0.2 0 0.001 0
set k [expr {2.0e8*0.004/hypot(6.0, 3.5)}]
uniaxialMaterial Steel01 1 [expr {2.0e4*0.004}] $k 0.02
expSpecimen Material 1 1
expActuator Delay 1 0.0025
expCommand AMRI 1
expController 1 1
expLimits 1 -stroke -1 1 -velocity 10 -force -1e4 1e4 -following 0.5 -watchdog 1
expControl VirtualRig 1 -controller 1 -channel 1 -actuator 1 -limits 1
expSetup OneActuator 1 -control 1 1 -sizeTrialOut 1 1
expSite LocalSite 1 1
expElement truss 999 1 [expr {$w + 2}] -site 1 -initStif $k -noRayleigh
set a {}
for {set i 0} {$i < $steps + 2} {incr i} {
    lappend a [expr {2.0*sin(0.05*$i)*sin(0.0012*$i) + 1.3*sin(0.15*$i+0.5)}]
}
timeSeries Path 1 -dt [expr {4.0/1024}] -values $a
pattern UniformExcitation 1 1 -accel 1
constraints Plain
numberer RCM
system BandSPD
algorithm Linear -factorOnce
integrator AlphaOS 1.0
analysis Transient
analyze $steps [expr {4.0/1024}]
after 200
puts [expTiming 1]
