# stderr: port.*70000.*1 to 65535
model basic -ndm 1 -ndf 1
expSite NetworkSite 1 localhost 70000 -site east
