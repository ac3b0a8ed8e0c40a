# What the piers and the bearing are made of, full size; read by the bridge and by its laboratories. kN, m, s
#
# Piers: round, 2 m, reinforced concrete, cantilevers of 7 and 10 m. Cracked stiffness EI = 1.18e7 kNm2, k = 3 EI / h^3; yield moment 2e4 kNm, V = M / h.
foreach {height h} {short 7.0 tall 10.0} { set piers($height) [list [expr {3.0*1.18e7/$h**3}] [expr {2.0e4/$h}]] }
set steel {0.03 18.0 0.925 0.15}                ;# Giuffre, Menegotto, Pinto: hardening, and how round the corners are
# Lead-rubber bearing of the right abutment: stiffness, displacement at yield, the stiffness after it over that before
set bearing {1.2e4 0.012 0.1}
