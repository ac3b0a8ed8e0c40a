# stdout: ^element Type tag
# stdout: ^    truss +axial
# stdout: ^    elasticBeamColumn
help element
