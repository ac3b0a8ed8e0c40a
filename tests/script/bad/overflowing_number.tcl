# stderr: :2: uniaxialMaterial Elastic 1: E .*: 1e999
uniaxialMaterial Elastic 1 1e999
