# A site with one yielding storey: what tandem site serves. Words: <limit of the actuator's stroke>.
set limit [expr {$argc > 0 ? [lindex $argv 0] : 4}]
model basic -ndm 1 -ndf 1
expSeed 3
uniaxialMaterial Steel02 1 3.0 2.8 0.05 18.0 0.925 0.15
expControlPoint 1 1 disp -lim -$limit $limit
expControl SimUniaxialMaterials 1 1 -trialCP 1
expSetup OneActuator 1 -control 1 1 -sizeTrialOut 1 1
expSite LocalSite 1 1
