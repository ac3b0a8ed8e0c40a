# stdout: ^0\.0254 0\.0254 0\.001 0\.001$
# stdout: ^alike 1$
# defaultUnits makes variables, and answers with the same names and values: 1 in = 0.0254 m, 1 N = 0.001 kN.
set u [defaultUnits -force kN -length m -time sec -temp C]
puts "$in [dict get $u in] $N [dict get $u N]"
set alike 1
dict for {name value} $u { if {[set $name] != $value} { set alike 0 } }
puts "alike [expr {$alike && [dict size $u] > 40}]"
