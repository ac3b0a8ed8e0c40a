# a frame in the plane; the specimen is a brace across its first bay
generate PlaneFrame {bays} {storeys} -width {width} -height {height} -lineMass {lineMass} -gyration {gyration}
set specimenNodes [list [lindex [generate nodes [expr {{tested} - 1}]] 0] [lindex [generate nodes {tested}] 1]]
set specimenElement truss
set specimenStiffness [expr {2.1e8*{braceA}/hypot({width}, {height})}]
