# stderr: expControl 1: actuators that exist move against the clock; tandem run --realtime
model basic -ndm 1 -ndf 1
expCommand Continuous 1
expController 1 1
expDevice SharedMemory 1 tandem-no-laboratory -channels 1
expLimits 1 -stroke -5 5 -velocity 60 -force -20 20 -following 1 -watchdog 2
expControl DeviceRig 1 -device 1 -controller 1 -limits 1 -rate 1000
node 1 0
node 2 0 -mass 1
fix 1 1
expSetup OneActuator 1 -control 1 1 -sizeTrialOut 1 1
expSite LocalSite 1 1
expElement twoNodeLink 1 1 2 -dir 1 -site 1 -initStif 2.8
