# stdout: ^kind SpaceFrame freedoms 288 mass [0-9.]+ storeys 4 nodes \{101 12 60\} columns \{1001 12 48\} beamsX \{1049 9 36\} beamsY \{1085 8 32\}
# stdout: ^top 149 150 151 152 153 154 155 156 157 158 159 160$
# stdout: ^ground 101 .* 112$
# stdout: ^braces 1117 1118 1119 1120 1121 1122 1123 1124$
# stdout: ^all 32 materials 1 damped 1$
set d [generate SpaceFrame 3 2 4 -node 101 -element 1001 -braces 1 -zeta 0.02 -f1 1 -f2 4]
puts $d
puts "top [generate nodes top]"
puts "ground [generate nodes 0]"
puts "braces [generate elements braces 1]"
puts "all [llength [generate elements braces]] materials [llength [dict get $d materials]] damped [expr {[llength [generate nodes]] == 60}]"
