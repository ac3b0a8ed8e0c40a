# stdout: ^1 engine dense: not enough memory for the whole matrix: needs 116 MB \(allowed: 100 MB left by the limit that was given\); use the engine sparse$
# stdout: ^0 0$
# stdout: ^model 1 equations 1 factor 1 factors 1 left 1$
# A chain of 3800 storeys: 8 * 3800^2 bytes are more than the limit, a band is not.
generate ShearBuilding 3800
constraints Plain
numberer Plain
system BandSPD
algorithm Linear
integrator Newmark 0.5 0.25
analysis Transient
memory -limit 1e8
engine dense
puts "[catch {analyze 1 0.01} answer] $answer"
engine band
puts "[catch {analyze 1 0.01} answer] $answer"
memory -limit none
set m [memory]
puts "model [expr {[dict get $m model] > 3800*300}] equations [expr {[dict get $m equations] > 3800*80}] factor [expr {[dict get $m factor] >= 3800*16}]\
 factors [dict get $m factors] left [expr {[dict get $m left] > 1e8}]"
