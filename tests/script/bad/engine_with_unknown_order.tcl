# stderr: :2: engine sparse: -ordering is not one of its words: rcm \(allowed: best, amd, metis, nesdis\)
engine sparse -ordering rcm
