# stderr: :2: timeSeries Path 1: .*-dt
timeSeries Path 1 -values {0 1 2}
