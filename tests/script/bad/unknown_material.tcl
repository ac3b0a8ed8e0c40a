# stderr: :2: uniaxialMaterial Steel0 1: unknown type of uniaxialMaterial: Steel0; did you mean Steel0[12], Steel0[12]
uniaxialMaterial Steel0 1 50 29000 0.02
