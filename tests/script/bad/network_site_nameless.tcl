# stderr: expSite NetworkSite 1: -site and the name of the site are missing
model basic -ndm 1 -ndf 1
node 1 0
node 2 0 -mass 1
fix 1 1
expSite NetworkSite 1 localhost 5001
expElement twoNodeLink 1 1 2 -dir 1 -site 1 -initStif 1
