# A chain that is written and read again, as Matrix Market and as HDF5, with supports, constraints, a prescribed freedom, an element; whole, and reduced.
model basic -ndm 1 -ndf 1
for {set i 1} {$i <= 5} {incr i} { node $i $i }
uniaxialMaterial Elastic 1 900.0 0.7
for {set i 1} {$i < 5} {incr i} { element truss $i $i [expr {$i + 1}] 1.0 1 -rho 0.4 -cMass 1 }
foreach format {mtx hdf5} { exportMatrices $out -format $format }

proc build {k m c iota inertia} {
    wipe
    model basic -ndm 1 -ndf 1
    matrixModel -K $k -M $m -C $c -load $iota -inertia $inertia -couple {3 5}
    node 9 0
    fix 9 1
    fix 1 1
    equalDOF 3 2 1
    uniaxialMaterial Steel01 2 5.0 300.0 0.1
    element zeroLength 1 9 5 -mat 2 -dir 1
    rayleigh 0.1 0.0 0.001 0.0
    pattern UniformExcitation 1 1 -accel {Sine 0 2 0.3}
    pattern Plain 2 {Sine 0 2 0.3} { sp 4 1 0.01 }
}

build $out/K.mtx $out/M.mtx $out/C.mtx $out/iota.mtx $out/inertia.mtx
constraints Transformation
numberer RCM
system BandGeneral
algorithm Linear
integrator Newmark 0.5 0.25
analysis Transient
if {[analyze 1 0.01] != 0} { error "analysis failed" {} {TANDEM CONVERGE} }
reactions
eigen -fullGenLapack 1
modalProperties -return

set file $out/matrices.h5
build $file $file $file $file $file
reduce Guyan -node 3 5 -dof 1 -compare 0
reactions
