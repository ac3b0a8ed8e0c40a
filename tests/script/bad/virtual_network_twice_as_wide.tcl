# stderr: expNetwork Random 1: the width is given twice; either -sigma or -p95
model basic -ndm 1 -ndf 1
expNetwork Random 1 -median 0.3 -sigma 0.5 -p95 0.6
