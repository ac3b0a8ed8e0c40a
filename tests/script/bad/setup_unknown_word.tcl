# stderr: :3: expSetup TwoActuators2d 1: unexpected word: -nlgeom
model basic -ndm 2 -ndf 3
expSetup TwoActuators2d 1 60.0 45.0 18.0 -phiLocX 90.0 -nlgeom -posAct right
