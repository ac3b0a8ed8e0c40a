# stdout: ^25\.0* *$
# Every spelling of a solver gives the same value, k / m = 100 / 4.
model basic -ndm 1 -ndf 1
node 1 0
node 2 0 -mass 4.0
fix 1 1
uniaxialMaterial Elastic 1 100.0
element zeroLength 1 1 2 -mat 1 -dir 1
foreach words {{} -genBandArpack genBandArpack -fullGenLapack fullGenLapack symmBandLapack frequency -frequency {generalized -fullGenLapack}} {
    set answer([format %.8f [lindex [eigen {*}$words 1] 0]]) yes
}
puts [array names answer]
