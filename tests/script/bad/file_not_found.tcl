# stderr: :2: .*nowhere/quake\.txt: .*No such file
timeSeries Path 1 -dt 0.01 -filePath nowhere/quake.txt
