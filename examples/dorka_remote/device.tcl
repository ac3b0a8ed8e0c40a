# The device, as both sides know it: friction force 1440 N = friction coefficient x area x pressure of the air, 6 bar. N, m
set kf 2.0e6                              ;# stiffness before it slides
set mu 0.3
set area 80.0e-4
set pressure 6.0e5
