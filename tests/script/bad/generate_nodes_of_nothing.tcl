# stderr: generate nodes: no structure has been generated
generate nodes top
