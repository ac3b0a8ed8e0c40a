# stderr: needs TLS: lab\.example\.org.*-plain
model basic -ndm 1 -ndf 1
expSite NetworkSite 1 lab.example.org 5001 -site east
