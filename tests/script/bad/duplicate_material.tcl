# stderr: :3: uniaxialMaterial.*: tag 1 is in use already
uniaxialMaterial Elastic 1 10
uniaxialMaterial Elastic 1 20
