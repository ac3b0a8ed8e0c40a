# stdout: ^apart 1$
# Three masses given by matrices, two of them held by one generic experimental element, against the same masses on springs.
proc put {name text} { set f [open $name w]; puts $f $text; close $f }
put k.mtx "%%MatrixMarket matrix coordinate real symmetric\n3 3 5\n1 1 900\n2 1 -500\n2 2 900\n3 2 -400\n3 3 400"
put m.txt "2\n1.5\n1"
proc begin {} {
    wipe
    model basic -ndm 1 -ndf 1
    set joint [matrixModel -K k.mtx -M m.txt -couple {2 3} -load all -first 101]
    rayleigh 0.3 0.0 0.001 0.0
    node 1 0.0
    fix 1 1
    uniaxialMaterial ElasticPP 1 300.0 0.01
    uniaxialMaterial Elastic 2 200.0
    return $joint
}
proc go {} {
    pattern UniformExcitation 1 1 -accel {Sine 0 5 0.4 -factor 6}
    constraints Plain
    numberer Plain
    system BandGeneral
    algorithm Linear -initial
    integrator AlphaOS 0.9
    analysis Transient
    for {set i 0} {$i < 200} {incr i} {
        if {[analyze 1 0.01] != 0} { error "failed" }
        lappend all [nodeDisp 101 1] [nodeDisp 102 1] [nodeDisp 103 1]
    }
    return $all
}
set joint [begin]
expControl SimUniaxialMaterials 1 1 2
expSetup NoTransformation 1 -control 1 -dof 1 2 -sizeTrialOut 2 2
expSite LocalSite 1 1
expElement generic 1 -node {*}$joint -dof 1 -dof 1 -site 1 -initStif 300 0 0 200 -noRayleigh
set tested [go]
wipeExp
begin
element zeroLength 1 1 102 -mat 1 -dir 1
element zeroLength 2 1 103 -mat 2 -dir 1
set computed [go]
set peak 0.0
set worst 0.0
foreach x $tested y $computed {
    set peak [expr {max($peak, abs($y))}]
    set worst [expr {max($worst, abs($x - $y))}]
}
puts "apart [expr {$peak > 0.01 && $worst <= 1e-10*$peak}]"
