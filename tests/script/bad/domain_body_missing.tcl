# stderr: domain_body_missing.tcl:2: expModel 4: its body is missing
expModel 4
