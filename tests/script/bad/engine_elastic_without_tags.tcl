# stderr: :\d+: engine impulse: -elastic needs at least 1 number
model basic -ndm 1 -ndf 1
engine impulse -elastic
