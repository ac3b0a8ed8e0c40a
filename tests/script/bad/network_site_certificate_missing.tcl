# stderr: me\.crt
model basic -ndm 1 -ndf 1
expSite NetworkSite 1 localhost 5001 -site east -cert me.crt -key me.key -ca ca.crt
