# stderr: expSite NetworkSite 1: .*-encrypted
model basic -ndm 1 -ndf 1
expSite NetworkSite 1 localhost 5001 -site east -encrypted
