# stderr: -giveUp is out of range: 1e12 .allowed: > 0 and <= 1000000000.
# So many seconds are no number of nanoseconds: it gave up at once.
model basic -ndm 1 -ndf 1
expSite NetworkSite 1 localhost 5001 -site east -giveUp 1e12
