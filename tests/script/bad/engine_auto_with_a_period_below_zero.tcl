# stderr: :2: engine auto: -period is out of range: -1 \(allowed: >= 0\)
engine auto -period -1
