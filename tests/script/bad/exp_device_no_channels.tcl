# stderr: exp_device_no_channels.tcl:2: expDevice SharedMemory 1: -channels.*0 \(allowed: whole numbers from 1 to 64\)
expDevice SharedMemory 1 lab -channels 0
