# stderr: expControl SimFEAdapter 1: displacements must go out, displacements and forces come back
expControlPoint 1 1 disp
expControl SimFEAdapter 1 127.0.0.1 44000 -trialCP 1 -outCP 1
