# stdout: ^24 24 24$
# stdout: ^24 24$
# stdout: ^alike 1 1$
# A bar of E = 3 pulled by 2 has the force 6 A: with 4 by 1 as rectangle and quadrilateral 24. A ring is the same by both of its names, and so is a layer.
model basic -ndm 2 -ndf 3
node 1 0 0
node 2 1 0
fix 1 1 1 1
fix 2 0 1 1
uniaxialMaterial Elastic 1 3.0
section Fiber 1 { patch rect 1 2 2 -2 -0.5 2 0.5 }
section Fiber 2 { patch rectangular 1 2 2 -2 -0.5 2 0.5 }
section fiberSec 3 { patch quad 1 2 2 -2 -0.5 2 -0.5 2 0.5 -2 0.5 }
section fiberSec 4 { patch quadr 1 2 2 -2 -0.5 2 -0.5 2 0.5 -2 0.5 }
section Fiber 5 { patch quadrilateral 1 2 2 -2 -0.5 2 -0.5 2 0.5 -2 0.5 }
section Fiber 6 { patch circ 1 8 2 0 0 1 2 }
section Fiber 7 { patch circular 1 8 2 0 0 1 2 }
section Fiber 8 { layer circ 1 5 0.7 0 0 1 }
section Fiber 9 { layer circular 1 5 0.7 0 0 1 }
foreach s {1 2 3 4 5 6 7 8 9} { element truss $s 1 2 $s }
pattern Plain 1 Linear { sp 2 1 2.0 }
constraints Transformation
integrator LoadControl 1.0
analysis Static
analyze 1
foreach s {1 2 3 4 5 6 7 8 9} { set f($s) [format %.10g [eleResponse $s axialForce]] }
puts "$f(1) $f(2) $f(3)"
puts "$f(4) $f(5)"
puts "alike [expr {$f(6) == $f(7) && $f(6) > 10}] [expr {$f(8) == $f(9) && $f(8) > 10}]"
