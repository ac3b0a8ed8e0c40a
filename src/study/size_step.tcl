# What a step of one model costs with one engine: the words are kind, unknowns, fill, and those of `engine`. Started by size.tcl once for each point of its
# curves, so that each has a fresh program and the BLAS it is to have. Prints the unknowns and microseconds a step: the least of twelve short
# batches, so that other programs on the machine count for little.
#   chain      a shear building                          scattered   masses of which each pair has a spring with probability `fill`
# Dorka's algorithm with k = 4 and a specimen in this process, as in the paper.
set engine [lassign $argv kind n fill]
set k 2.0e5

proc chain {n} {
    generate ShearBuilding $n
    return {1 2}
}

# Springs at random, by the lengths of the gaps between them.
proc scattered {n fill} {
    global k
    model basic -ndm 1 -ndf 1
    expr {srand(15)}
    node 1 0.0
    fix 1 1
    uniaxialMaterial Elastic 1 $k
    uniaxialMaterial Elastic 2 [expr {$k/($fill*$n)}]
    for {set i 2} {$i <= $n + 1} {incr i} { node $i 0.0 -mass 100.0 }
    set tag 0
    for {set i 2} {$i <= $n + 1} {incr i} {
        element zeroLength [incr tag] 1 $i -mat 1 -dir 1
        set j $i
        while {[incr j [expr {1 + int(log(1.0 - rand())/log(1.0 - $fill))}]] <= $n + 1} { element zeroLength [incr tag] $i $j -mat 2 -dir 1 }
    }
    return {1 2}
}

lassign [expr {$kind eq "chain" ? [chain $n] : [scattered $n $fill]}] from to
rayleigh 0.2 0.0 0.0 0.0
uniaxialMaterial Steel01 9 20.0 $k 0.05
expControl SimUniaxialMaterials 1 9
expSetup OneActuator 1 -control 1 1 -sizeTrialOut 1 1
expSite LocalSite 1 1
expElement twoNodeLink 90000001 $from $to -dir 1 -site 1 -initStif $k -noRayleigh
timeSeries Trig 1 0.0 1e9 0.5 -factor 3.0
pattern UniformExcitation 1 1 -accel 1
constraints Plain
numberer AMD
system SparseSYM
algorithm Linear
integrator Dorka -substeps 4
analysis Transient
engine {*}$engine

proc spent {steps} {
    set begun [clock microseconds]
    if {[analyze $steps 0.01] != 0} { error "a step failed" }
    return [expr {([clock microseconds] - $begun)/double($steps)}]
}
analyze 2 0.01
set batch [expr {max(1, min(25, int(2e3/max(1.0, [spent 1]))))}]
set least 1e30
for {set i 0} {$i < 12} {incr i} { set least [expr {min($least, [spent $batch])}] }
puts "[systemSize] $least"
