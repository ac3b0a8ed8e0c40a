# stderr: -sync.*0\.5
model basic -ndm 1 -ndf 1
expSite NetworkSite 1 localhost 5001 -site east -sync 0.5
