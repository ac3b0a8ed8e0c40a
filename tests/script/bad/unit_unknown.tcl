# stderr: :2: defaultUnits: .*: stone
defaultUnits -force stone -length m -time sec
