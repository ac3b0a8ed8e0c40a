# stdout: ^2 1$
# Nothing is opened before an element joins. A rig that was removed gives its device back, also to one of the same tag.
expCommand Continuous 1
expController 1 1
expLimits 1 -stroke -5 5 -velocity 60 -force -20 20 -following 1 -watchdog 2
expDevice SharedMemory 1 tandem-no-laboratory -channels 1
expControl DeviceRig 1 -device 1 -controller 1 -limits 1 -rate 1000
removeExp control 1
set n 1
expControl DeviceRig 1 -device 1 -controller 1 -limits 1 -rate 1000
incr n
puts "$n [catch {removeExp device 1}]"
