# stderr: generate PlaneFrame: the model has other dimensions or freedoms: model basic -ndm 3 -ndf 6 \(allowed: model basic -ndm 2 -ndf 3\)
model basic -ndm 3 -ndf 6
generate PlaneFrame 2 3
