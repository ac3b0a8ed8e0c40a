# stdout: ^listens again$
# The port is free after removeExp, and after wipeExp.
uniaxialMaterial Elastic 1 12.0
expControl SimUniaxialMaterials 1 1
expSetup OneActuator 1 -control 1 1 -sizeTrialOut 1 1
set port [expr {20000 + [pid] % 20000}]
expSite ActorSite 1 -setup 1 $port
removeExp site 1
expSite ActorSite 2 -setup 1 $port
stopLabServer
expSite ActorSite 3 -setup 1 $port
wipeExp
expControl SimUniaxialMaterials 1 1
expSite ActorSite 1 -control 1 $port
puts "listens again"
