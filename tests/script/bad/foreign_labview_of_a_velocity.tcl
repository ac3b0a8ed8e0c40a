# stderr: expControl LabVIEW 1: its lines carry displacements, rotations, forces and moments of axes only: freedom 1 Vel
expControlPoint 1 1 vel
expControl LabVIEW 1 127.0.0.1 44000 -trialCP 1 -outCP 1
