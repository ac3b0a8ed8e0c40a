# stdout: ^total 6\.0 ratio 100\.0+$
# stdout: ^report 1$
# Two equal storeys: all modes together carry all the mass (the sum of effective masses is the total mass).
model basic -ndm 2 -ndf 2
node 1 0 0
node 2 0 3 -mass 3.0 0.0
node 3 0 6 -mass 3.0 0.0
fix 1 1 1
fix 2 0 1
fix 3 0 1
uniaxialMaterial Elastic 1 500.0
element zeroLength 1 1 2 -mat 1 -dir 1
element zeroLength 2 2 3 -mat 1 -dir 1
eigen -fullGenLapack 2
set p [modalProperties -return -file report.txt]
puts "total [lindex [dict get $p totalFreeMass] 0] ratio [format %.6f [lindex [dict get $p partiMassRatiosCumuMX] end]]"
puts "report [file exists report.txt]"
