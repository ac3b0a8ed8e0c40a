# stderr: expDevice TCP 4: -channels is missing
expDevice TCP 4 rig.lab 8090
