# stderr: exp_device_port_out_of_range.tcl:2: expDevice UDP 1: port.*65536 \(allowed: whole numbers from 1 to 65535\)
expDevice UDP 1 127.0.0.1 65536 -channels 1
