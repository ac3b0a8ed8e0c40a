# stdout: ^0 1 0 1$
# Nothing is opened before a rig needs it: no laboratory is there.
expDevice SharedMemory 1 tandem-no-laboratory -channels 2 -velocity
expDevice UDP 2 rig.lab 8090 -channels 4 -bind 8091
expDevice TCP 3 ::1 8090 -channels 1
puts "[catch {removeExp device 1}] [catch {removeExp device 1}] [catch {removeExp devices}] [catch {removeExp device 2}]"
