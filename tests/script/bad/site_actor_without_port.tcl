# stderr: expSite ActorSite 1: ipPort is missing
uniaxialMaterial Elastic 1 12.0
expControl SimUniaxialMaterials 1 1
expSetup OneActuator 1 -control 1 1 -sizeTrialOut 1 1
expSetup OneActuator 2 1 -sizeTrialOut 1 1
expSite ActorSite 1 -setup 1
