# stderr: :2: defaultUnits: the unit of time is missing
defaultUnits -force kN -length m
