# stderr: :5: quake\.txt: line 2 holds a word that is not a number: O\.4
set f [open quake.txt w]
puts $f "0.1 0.2\n0.3 O.4\n0.5"
close $f
timeSeries Path 1 -dt 0.01 -filePath quake.txt
