# stderr: nothing has tripped
expTrip -acknowledge
