# command: words help timeSeries Trig
# stdout: ^    example: timeSeries Trig 1 0\.0 10\.0 0\.5 -factor 2\.0$
