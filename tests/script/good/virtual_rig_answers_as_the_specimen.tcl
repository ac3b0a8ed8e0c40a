# stdout: difference 0\.0$
# stdout: late [1-9]
# Two masses under the same load: on a spring, and on the same spring in a virtual rig; then the rig lags.
model basic -ndm 1 -ndf 1
uniaxialMaterial ElasticPP 1 100 0.01
foreach n {1 3 5} { node $n 0; fix $n 1; node [expr {$n + 1}] 0 -mass 1 }
element zeroLength 1 1 2 -mat 1 -dir 1
expActuator Delay 1 0.004
foreach {rig words} {1 {} 2 {-rate 1000 -actuator 1}} {
    expSpecimen Material $rig 1
    expControl VirtualRig $rig {*}[lrange $words 0 1] -channel $rig {*}[lrange $words 2 3]
    expSetup OneActuator $rig -control $rig 1 -sizeTrialOut 1 1
    expSite LocalSite $rig $rig
    expElement twoNodeLink [expr {$rig + 1}] [expr {2*$rig + 1}] [expr {2*$rig + 2}] -dir 1 -site $rig -initStif 100
}
timeSeries Sine 1 0 100 0.7
pattern Plain 1 1 {load 2 1.0; load 4 1.0; load 6 1.0}
constraints Plain
numberer Plain
system BandGeneral
algorithm Linear
integrator NewmarkExplicit 0.5
analysis Transient
analyze 200 0.01
puts "difference [expr {[nodeDisp 2 1] - [nodeDisp 4 1]}]"
puts "late [expr {round(1e6*abs([nodeDisp 2 1] - [nodeDisp 6 1]))}]"
