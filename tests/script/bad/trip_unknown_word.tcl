# stderr: expTrip: unexpected word: -seen
expTrip -seen
