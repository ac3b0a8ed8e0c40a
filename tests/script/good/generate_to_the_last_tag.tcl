# stdout: ^nodes 2147483646 2147483647 storeys 2147483647$
# stdout: ^materials 1 2$
# stdout: ^twice .*node 2147483646 is there already: nodes 2147483646 to 2147483647$
# silent: -2147483648
# The largest tag there is belongs to the range; behind it there is none, for what is made along with a structure either.
generate ShearBuilding 1 -node 2147483646 -element 2147483647
puts "nodes [generate nodes] storeys [generate elements storeys]"
catch {generate ShearBuilding 1 -node 2147483646 -element 1} said
puts "twice $said"
wipe
uniaxialMaterial Elastic 2147483647 3.0
uniaxialMaterial Elastic 1 3.0
set first [dict get [generate ShearBuilding 1] materials]
wipe
uniaxialMaterial Elastic 2147483647 3.0
set d [generate ShearBuilding 1]
puts "materials [dict get $d materials] $first"
