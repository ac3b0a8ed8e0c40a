# stderr: expSite NetworkSite 1: -pin wants TLS: -cert, -key and -ca
model basic -ndm 1 -ndf 1
node 1 0
node 2 0 -mass 1
fix 1 1
expSite NetworkSite 1 localhost 1 -site east -pin 12ab -patience 0.1
expElement twoNodeLink 1 1 2 -dir 1 -site 1 -initStif 1
