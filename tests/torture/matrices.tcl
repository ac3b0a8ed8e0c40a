# A chain that is written in every format and read again, with supports, constraints, a prescribed freedom, a reduction and an element.
model basic -ndm 1 -ndf 1
for {set i 1} {$i <= 5} {incr i} { node $i $i }
uniaxialMaterial Elastic 1 900.0 0.7
for {set i 1} {$i < 5} {incr i} { element truss $i $i [expr {$i + 1}] 1.0 1 -rho 0.4 -cMass 1 -doRayleigh 1 }
rayleigh 0.1 0.0 0.001 0.0
foreach format {mtx text hdf5} { exportMatrices $out -format $format }

foreach file {%s.mtx %s.txt matrices.h5:%s} way {whole read reduced} {
    foreach {name word} {k K m M c C i iota p inertia} { set $name [file join $out [format $file $word]] }
    wipe
    model basic -ndm 1 -ndf 1
    matrixModel -K $k -M $m -C $c -load $i -inertia $p -couple {3 5} -first 1
    if {$way eq "read"} continue
    node 9 0
    fix 9 1
    fix 1 1
    equalDOF 3 2 1
    uniaxialMaterial Steel01 2 5.0 300.0 0.1
    element zeroLength 1 9 5 -mat 2 -dir 1
    pattern UniformExcitation 1 1 -accel {Sine 0 2 0.3}
    pattern Plain 2 {Sine 0 2 0.3} { sp 4 1 0.01 }
    if {$way eq "reduced"} { reduce Guyan -node 3 5 -dof 1 -compare 0 }
    constraints Transformation
    numberer RCM
    system BandGeneral
    test NormDispIncr 1.0e-8 20
    algorithm Newton
    integrator Newmark 0.5 0.25
    analysis Transient
    if {[analyze 1 0.01] != 0} { error "analysis failed" {} {TANDEM CONVERGE} }
    reactions
    if {$way eq "whole"} { eigen -fullGenLapack 1; modalProperties -return }
}
