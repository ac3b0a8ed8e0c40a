# stderr: -patience.*-1
model basic -ndm 1 -ndf 1
expSite NetworkSite 1 localhost 5001 -site east -patience -1
