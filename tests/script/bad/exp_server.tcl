# stderr: startSimAppSiteServer 1: ipPort is out of range: 80900 \(allowed: whole numbers from 1 to 65535\)
# silent: invalid command
model BasicBuilder -ndm 1 -ndf 1
uniaxialMaterial Elastic 1 12.0
expControl SimUniaxialMaterials 1 1
expSetup OneActuator 1 -control 1 1 -sizeTrialOut 1 1
expSite LocalSite 1 1
startSimAppSiteServer 1 80900
