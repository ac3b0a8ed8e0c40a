# stderr: expDevice SharedMemory 1: this is no name of a shared memory: /tmp/x
expDevice SharedMemory 1 /tmp/x -channels 1
