# stderr: domain_failed_body_leaves_nothing.tcl:12: nodes 5 , model gone, the tag is free again$
model basic -ndm 2 -ndf 3
node 5 1.0 2.0
catch {
    expModel 1 {
        model basic -ndm 1 -ndf 1
        node 1 0
        analyze 1
    }
}
expModel 1 { model basic -ndm 1; node 1 0; node 2 1; fix 1 1; uniaxialMaterial Elastic 1 1; element truss 1 1 2 1.0 1 }
error "nodes [getNodeTags], model gone, the tag is free again"
