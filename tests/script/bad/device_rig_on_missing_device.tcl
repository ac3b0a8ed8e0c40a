# stderr: there is no expDevice with this tag: expDevice 9
model basic -ndm 1 -ndf 1
expCommand Continuous 1
expController 1 1
expDevice SharedMemory 1 tandem-no-laboratory -channels 1
expLimits 1 -stroke -5 5 -velocity 60 -force -20 20 -following 1 -watchdog 2
expControl DeviceRig 1 -device 9 -controller 1 -limits 1 -rate 1000
