# A portal frame of reinforced concrete in an earthquake: fibre sections, force-based columns, Newton. Units N, m, s, kg.
model BasicBuilder -ndm 2 -ndf 3
node 1 0.0 0.0
node 2 6.0 0.0
node 3 0.0 3.5 -mass 20000.0 20000.0 10.0
node 4 6.0 3.5 -mass 20000.0 20000.0 10.0
fix 1 1 1 1
fix 2 1 1 1
uniaxialMaterial Concrete01 1 -38e6 -0.004 -33e6 -0.014
uniaxialMaterial Concrete01 2 -30e6 -0.002 0.0 -0.006
uniaxialMaterial Steel02 3 420e6 200e9 0.01 18.0 0.925 0.15
section Fiber 1 {
    patch rect 1 10 1 -0.16 -0.16 0.16 0.16
    patch rect 2 12 1 -0.20 -0.20 0.20 -0.16
    patch rect 2 12 1 -0.20 0.16 0.20 0.20
    patch rect 2 2 1 -0.20 -0.16 -0.16 0.16
    patch rect 2 2 1 0.16 -0.16 0.20 0.16
    layer straight 3 3 0.00049 0.16 0.16 0.16 -0.16
    layer straight 3 3 0.00049 -0.16 0.16 -0.16 -0.16
}
geomTransf PDelta 1
geomTransf Linear 2
element forceBeamColumn 1 1 3 5 1 1
element forceBeamColumn 2 2 4 5 1 1
element elasticBeamColumn 3 3 4 0.24 30e9 0.0072 2
timeSeries Linear 1
pattern Plain 1 1 { load 3 0.0 -200000.0 0.0; load 4 0.0 -200000.0 0.0 }
constraints Plain
numberer RCM
system BandGeneral
test NormDispIncr 1e-9 30
algorithm Newton
integrator LoadControl 0.1
analysis Static
if {[analyze 10] != 0} { error "the weight was not carried" }
loadConst -time 0.0
wipeAnalysis
motion generate 2 -seed 7 -duration 20.0 -dt 0.01 -pga 4.0 -groundHz 2.0
pattern UniformExcitation 2 1 -accel 2
rayleigh 0.3 0.0 0.002 0.0
constraints Plain
numberer RCM
system BandGeneral
test NormDispIncr 1e-9 30
algorithm Newton
integrator Newmark 0.5 0.25
analysis Transient
set peak 0.0
for {set i 0} {$i < 2000} {incr i} {
    if {[analyze 1 0.01] != 0} { error "the analysis stopped at [getTime] s" }
    set peak [expr {max($peak, abs([nodeDisp 4 1]))}]
}
puts [format "drift %.2f %%" [expr {100.0*$peak/3.5}]]
