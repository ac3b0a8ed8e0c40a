# stderr: sourced_device\.tcl:3: /dev/zero: cannot be opened for reading: .*it is a device, not a file
# stderr: command: source /dev/zero
source /dev/zero
