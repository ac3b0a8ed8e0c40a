# stderr: domain_error_in_body.tcl:7: element truss 1: there is no node 3
# stderr: called from .*domain_error_in_body.tcl:3
expModel 1 {
    model basic -ndm 1 -ndf 1
    node 1 0
    uniaxialMaterial Elastic 1 10.0
    element truss 1 1 3 1.0 1
}
