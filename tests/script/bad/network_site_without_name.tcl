# stderr: expSite NetworkSite 1: -site and the name of the site are missing
model basic -ndm 1 -ndf 1
expSite NetworkSite 1 localhost 5001
