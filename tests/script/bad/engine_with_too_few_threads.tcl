# stderr: :2: engine dense: -threads is out of range: 0 \(allowed: whole numbers from 1 to 256\)
engine dense -threads 0
