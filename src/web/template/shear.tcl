# a shear building; the specimen is one of its storeys
generate ShearBuilding {storeys} -mass {mass} -stiffness {stiffness} -height {height}
remove element [lindex [generate elements storeys {tested}] 0]
set specimenNodes [list [lindex [generate nodes [expr {{tested} - 1}]] 0] [lindex [generate nodes {tested}] 0]]
set specimenElement twoNodeLink
set specimenStiffness {stiffness}
