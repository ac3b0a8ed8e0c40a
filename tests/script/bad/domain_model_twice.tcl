# stderr: domain_model_twice.tcl:10: expModel 1: there is one with this tag already
expModel 1 {
    model basic -ndm 1 -ndf 1
    node 1 0
    node 2 0
    fix 1 1
    uniaxialMaterial Elastic 1 10.0
    element zeroLength 1 1 2 -mat 1 -dir 1
}
expModel 1 { model basic -ndm 1 -ndf 1 }
