# stderr: expSite NetworkSite 1: a site on another machine needs TLS: 192\.0\.2\.7; -cert, -key and -ca .* or -plain
model basic -ndm 1 -ndf 1
node 1 0
node 2 0 -mass 1
fix 1 1
expSite NetworkSite 1 192.0.2.7 5001 -site east
expElement twoNodeLink 1 1 2 -dir 1 -site 1 -initStif 1
