# stderr: expSite NetworkSite 1: .*port
model basic -ndm 1 -ndf 1
expSite NetworkSite 1 localhost
