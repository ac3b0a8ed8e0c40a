# stderr: exp_device_unknown_kind.tcl:2: expDevice Serial 1: unknown type of expDevice: Serial
expDevice Serial 1 /dev/ttyS0 -channels 1
