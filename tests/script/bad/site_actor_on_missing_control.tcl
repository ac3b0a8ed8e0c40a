# stderr: expSite ActorSite 1: there is no expControl with this tag: expControl 9
uniaxialMaterial Elastic 1 12.0
expControl SimUniaxialMaterials 1 1
expSetup OneActuator 1 -control 1 1 -sizeTrialOut 1 1
expSetup OneActuator 2 1 -sizeTrialOut 1 1
expSite ActorSite 1 -control 9 8090
