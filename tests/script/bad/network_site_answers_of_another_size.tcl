# stderr: expElement twoNodeLink 1: expSite 1 has another number of answers of type Disp than the element: 2 \(allowed: 1\)
model basic -ndm 1 -ndf 1
node 1 0
node 2 0 -mass 1
fix 1 1
expSite NetworkSite 1 localhost 5001 -site east -sizeTrialOut 1 2
expElement twoNodeLink 1 1 2 -dir 1 -site 1 -initStif 1
