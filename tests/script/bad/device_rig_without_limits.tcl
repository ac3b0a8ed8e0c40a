# stderr: -limits are missing: no actuator moves without; expLimits tag -stroke
model basic -ndm 1 -ndf 1
expCommand Continuous 1
expController 1 1
expDevice SharedMemory 1 tandem-no-laboratory -channels 1
expControl DeviceRig 1 -device 1 -controller 1 -rate 1000
