# What the piers and the bearing are made of, full size; read by the bridge and by its laboratories. kN, m, s
#
# Piers: round, 2 m, reinforced concrete, cantilevers of 7 and 10 m. Cracked stiffness EI = 1.18e7 kNm2, k = 3 EI / h^3; yield moment 2e4 kNm, V = M / h;
# hardening of 3 %, corners as round as Giuffre, Menegotto and Pinto's. Bearing of the right abutment: lead and rubber, bilinear, a tenth of its stiffness
# after 12 mm.
foreach {height h} {short 7.0 tall 10.0} { set stiffness($height) [expr {3.0*1.18e7/$h**3}]; set strength($height) [expr {2.0e4/$h}] }
set stiffness(bearing) 1.2e4

# The material of a specimen whose lengths are `scale` of the full ones: displacements shrink by it, forces by its square.
proc specimen_material {tag what scale} {
    global stiffness strength
    set k [expr {$stiffness($what)*$scale}]
    if {$what eq "bearing"} {
        uniaxialMaterial Bilinear $tag $k [expr {0.012*$scale}] 0.1
    } else {
        uniaxialMaterial Steel02 $tag [expr {$strength($what)*$scale**2}] $k 0.03 18.0 0.925 0.15
    }
}
