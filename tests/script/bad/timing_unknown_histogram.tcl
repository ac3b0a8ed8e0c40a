# stderr: -histogram is not one of its words: sleep \(allowed: wake, busy\)
expTiming 1 -histogram sleep
