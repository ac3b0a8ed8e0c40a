# stderr: startTextServer 1: a client at port 0*[0-9]+: no message in time: 0.2 s; -timeout says how long to wait
uniaxialMaterial Elastic 1 12.0
expControl SimUniaxialMaterials 1 1
expSetup OneActuator 1 -control 1 1 -sizeTrialOut 1 1
expSite LocalSite 1 1
startTextServer 1 [expr {20000 + [pid] % 20000}] -timeout 0.2
