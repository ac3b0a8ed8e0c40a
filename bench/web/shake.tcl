# A sine at the base, and 102.4 steps a second of AlphaOS, for the first word of the command line in seconds.
timeSeries Sine 1 0.0 1e9 0.9 -factor 60.0
pattern UniformExcitation 1 1 -accel 1
constraints Plain
numberer Plain
system BandGeneral
algorithm Linear -initial
integrator AlphaOS 0.9
analysis Transient
analyze [expr {int([lindex $argv 0]*102.4)}] [expr {10.0/1024}]
