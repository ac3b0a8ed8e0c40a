# stderr: no\.crt: cannot be (opened|read)
model basic -ndm 1 -ndf 1
node 1 0
node 2 0 -mass 1
fix 1 1
expSite NetworkSite 1 localhost 5001 -site east -cert no.crt -key no.key -ca ca.crt
expElement twoNodeLink 1 1 2 -dir 1 -site 1 -initStif 1
