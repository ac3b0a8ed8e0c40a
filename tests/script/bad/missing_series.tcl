# stderr: :3: pattern UniformExcitation 1: .*series 4
model basic -ndm 1
pattern UniformExcitation 1 1 -accel 4
