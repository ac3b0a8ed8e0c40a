# stderr: generate ShearBuilding: -mass: -1 \(allowed: > 0\)|generate ShearBuilding.*mass.*-1.*> 0
generate ShearBuilding 5 -mass -1
