# stderr: removeExp control 1: expControl 1 is needed by expSite 1; remove that one first
model BasicBuilder -ndm 1 -ndf 1
uniaxialMaterial Elastic 1 100.0
expControl SimUniaxialMaterials 1 1
expSite ActorSite 1 -control 1 18743
removeExp control 1
