# stderr: monitor_band_near_half_of_the_rate.tcl:7: monitor FEI 1: -band holds no frequency of the window: 498.5 499.9 Hz \(allowed: multiples of 1 Hz up to 498 Hz\)
# 1000 samples: 499 Hz is the last line below half of the rate; Hann's window takes its neighbours, so that 498 Hz is the last that has both. That one is
# allowed is shown by the line before.
model basic -ndm 1 -ndf 1; node 1 0; fix 1 1; node 2 0 -mass 0.25; uniaxialMaterial Elastic 1 10
expSpecimen Material 1 1; expControl VirtualRig 1 -rate 1000 -channel 1; expSetup OneActuator 1 -control 1 1 -sizeTrialOut 1 1; expSite LocalSite 1 1
expElement twoNodeLink 1 1 2 -dir 1 -site 1 -initStif 10; monitor FEI 2 -control 1 -window 1 -band 497.5 498.5
monitor FEI 1 -control 1 -window 1 -band 498.5 499.9
