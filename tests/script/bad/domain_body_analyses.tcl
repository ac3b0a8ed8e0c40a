# stderr: domain_body_analyses.tcl:5: analysis: it has no place in the body of expModel 4
# stderr: a body holds nodes, constraints, materials, elements and loads of the specimen
expModel 4 {
    model basic -ndm 1 -ndf 1
    analysis Static
}
