# stderr: expControl GenericTCP 1: -ctrlModes and -daqModes must each have displacements or forces
expControl GenericTCP 1 127.0.0.1 44000 -ctrlModes 0 1 0 0 0 -daqModes 1 0 0 1 0
