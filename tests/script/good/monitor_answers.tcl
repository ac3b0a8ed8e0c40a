# stdout: energy1 Energy {kinetic force\*length
# stdout: values 0\.0+ and 0
# stdout: events 0
model basic -ndm 1 -ndf 1; node 1 0; fix 1 1; node 2 0 -mass 0.25; uniaxialMaterial Elastic 1 10
expSpecimen Material 1 1; expControl VirtualRig 1 -rate 1000 -channel 1; expSetup OneActuator 1 -control 1 1 -sizeTrialOut 1 1; expSite LocalSite 1 1
expElement twoNodeLink 1 1 2 -dir 1 -site 1 -initStif 10
monitor Energy 1
puts [lindex [monitor list] 0]
constraints Plain; numberer Plain; system BandGeneral; algorithm Linear; integrator NewmarkExplicit 0.5; analysis Transient
analyze 10 0.01
puts "values [monitor value 1 input] and [expr {abs([monitor value 1 closure]) > 1e-9}]"
puts "events [llength [monitor events]]"
wipeExp
puts "after wipeExp [llength [monitor list]]"
