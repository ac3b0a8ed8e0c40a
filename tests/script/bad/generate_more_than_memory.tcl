# stderr: generate SpaceFrame: not enough memory for the model: needs [0-9.e+]+ GB \(allowed: 1 GB left by the limit that was given\); take fewer storeys or bays
memory -limit 1e9
generate SpaceFrame 100 100 1000
