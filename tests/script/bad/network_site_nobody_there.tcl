# stderr: localhost:1 does not answer within 0\.2 s
model basic -ndm 1 -ndf 1
expSite NetworkSite 1 localhost 1 -site east -patience 0.2
node 1 0; node 2 0 -mass 1; fix 1 1
expElement twoNodeLink 1 1 2 -dir 1 -site 1 -initStif 1.0
