# The friction device, as both facilities know it: it slides at friction coefficient x area x pressure of the air = 72 kN. N, m
set kf 6.0e7                              ;# stiffness before it slides
set mu 0.3
set area 0.2
set pressure 1.2e6
