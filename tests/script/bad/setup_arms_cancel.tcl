# stderr: :3: expSetup ThreeActuators2d 1: L1 \+ L2.*: 0 \(allowed: magnitude > 1\.2e-11\)
model basic -ndm 2 -ndf 3
expSetup ThreeActuators2d 1 54.0 36.0 42.0 12.0 -12.0 -nlGeom
