# stderr: :3: timeSeries Pathh 1: unknown type of timeSeries: Pathh; did you mean Path
model basic -ndm 1
timeSeries Pathh 1 -dt 0.1 -values {0 1}
