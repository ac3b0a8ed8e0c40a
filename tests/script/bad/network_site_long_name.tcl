# stderr: coordinator: name of the site: x+ \(allowed: 1 to 63 bytes\)
model basic -ndm 1 -ndf 1
node 1 0
node 2 0 -mass 1
fix 1 1
expSite NetworkSite 1 localhost 1 -site [string repeat x 64] -patience 0.1
expElement twoNodeLink 1 1 2 -dir 1 -site 1 -initStif 1
