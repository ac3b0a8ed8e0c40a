# stderr: :2: engine band: unexpected word: -packed
engine band -packed
