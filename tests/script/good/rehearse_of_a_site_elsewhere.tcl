# command: rehearse
# stdout: \ngo\n
# Period 0.72 s, damping 10 %, all stiffness tested: critical delay 11.535 degrees = 23.07 ms (validation.md 14), explicit limit T/pi = 0.22918 s.
set w [expr {2.0*acos(-1.0)/0.72}]
model basic -ndm 1 -ndf 1
node 1 0.0
fix 1 1
node 2 0.0 -mass 1.0
# sites elsewhere: nobody is asked
expSite NetworkSite 1 127.0.0.1 9 -site nowhere
expElement twoNodeLink 1 1 2 -dir 1 -site 1 -initStif [expr {$w*$w}] -noRayleigh
region 1 -node 2 -rayleigh [expr {0.2*$w}] 0.0 0.0 0.0
timeSeries Sine 1 0.0 1e9 2.0
pattern Plain 1 1 { load 2 1.0 }
constraints Plain
numberer Plain
system BandGeneral
algorithm Linear
integrator NewmarkExplicit 0.5
analysis Transient
analyze 400 0.01
if {abs([lindex [eleResponse 1 basicForce] 0] - $w*$w*[nodeDisp 2 1]) > 1e-9} { error "the stand-in is another spring" }
