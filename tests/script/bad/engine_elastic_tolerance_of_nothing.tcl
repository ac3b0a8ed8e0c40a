# stderr: :\d+: engine impulse: -tolerance is out of range: 0 \(allowed: > 0\)
model basic -ndm 1 -ndf 1
engine impulse -elastic all -tolerance 0
