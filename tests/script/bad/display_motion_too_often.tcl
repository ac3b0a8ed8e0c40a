# stderr: :\d+: displayMotion 1e6: rate is out of range: 1e6 \(allowed: between 0 and 1000\)
model basic -ndm 1 -ndf 1
displayMotion 1e6
