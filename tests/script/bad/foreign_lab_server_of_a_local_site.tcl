# stderr: startLabServer 1: expSite 1 is no ActorSite
uniaxialMaterial Elastic 1 12.0
expControl SimUniaxialMaterials 1 1
expSetup OneActuator 1 -control 1 1 -sizeTrialOut 1 1
expSite LocalSite 1 1
startLabServer 1
