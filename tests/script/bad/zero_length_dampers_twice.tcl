# stderr: :8: element zeroLength 1: -dampMats is given twice
model basic -ndm 3 -ndf 6
node 1 0 0 0
node 2 0 0 0
uniaxialMaterial Elastic 1 10
set springs "-mat [lrepeat 6 1] -dir 1 2 3 4 5 6"
set dampers "-dampMats [lrepeat 6 1]"
element zeroLength 1 1 2 {*}$springs {*}$dampers {*}$dampers {*}$dampers
