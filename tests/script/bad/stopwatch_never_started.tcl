# stderr: :2: stop: the stopwatch was never started
stop
