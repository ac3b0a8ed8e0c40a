# stderr: -sizeTrialOut.*300.*1 to 256
model basic -ndm 1 -ndf 1
expSite NetworkSite 1 localhost 5001 -site east -sizeTrialOut 300 1
