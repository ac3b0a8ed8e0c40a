# stdout: ^alike 1 1$
# stdout: ^4 2 2 7 1$
# stdout: ^refused 1 .*section 1 has a component that nothing moves with -ndm 2 \(allowed: P, Vy and Mz\)
# file fibre.out: ^([-0-9.e]+ [-0-9.e]+\n){24}$
# A reinforced section between two nodes, pressed and then bent far beyond yielding: moments are those of a member of length 1 with the same section, whose
# curvature is constant. A section of numbers resists each direction in the axes that are given, here turned by 90 degrees about y: local x is global z.
proc section_of_concrete {} {
    uniaxialMaterial Concrete01 1 -6.0 -0.004 -5.0 -0.014
    uniaxialMaterial Steel01 2 60.0 30000.0 0.01
    section Fiber 1 {
        patch rect 1 12 1 -12 -7.5 12 7.5
        layer straight 2 3 0.6 10.5 6 10.5 -6
        layer straight 2 3 0.6 -10.5 6 -10.5 -6
    }
}
proc bend {length member} {
    wipe
    model basic -ndm 2 -ndf 3
    node 1 0 0
    node 2 $length 0
    fix 1 1 1 1
    fix 2 0 [expr {$length == 0}] 0
    section_of_concrete
    geomTransf Linear 1
    eval $member
    pattern Plain 1 Constant { load 2 -180.0 0 0 }
    system FullGeneral
    test NormUnbalance 1e-9 30
    algorithm Newton
    integrator LoadControl 0.0
    analysis Static
    analyze 1
    pattern Plain 2 Linear { load 2 0 0 1.0 }
    integrator DisplacementControl 2 3 1e-4
    if {$length == 0} { recorder Element -file fibre.out -ele 1 section fiber 12 0 stressStrain }
    for {set i 0} {$i < 24} {incr i} {
        analyze 1
        lappend moments [lindex [eleResponse 1 section 1 force] 1]
    }
    remove recorders
    if {$length == 0} {
        set ::same [expr {[eleResponse 1 section forceAndDeformation] eq [concat [eleResponse 1 section deformation] [eleResponse 1 basicForce]]}]
    }
    return $moments
}
set member [bend 1.0 {element forceBeamColumn 1 1 2 3 1 1}]
set worst 0
foreach m [bend 0.0 {element zeroLengthSection 1 1 2 1}] n $member { set worst [expr {max($worst, abs($m - $n))}] }
puts "alike [expr {$worst < 1e-6*[tcl::mathfunc::max {*}$member]}] $same"

wipe
model basic -ndm 3 -ndf 6
node 1 0 0 0
node 2 0 0 0
fix 1 1 1 1 1 1 1
uniaxialMaterial Elastic 1 7.0
uniaxialMaterial Elastic 2 2.0
uniaxialMaterial Elastic 3 4.0
uniaxialMaterial Elastic 4 1.0
section Aggregator 1 1 P 2 Vy 2 Vz 3 T 4 My 4 Mz
element zeroLengthSection 1 1 2 1 -orient 0 0 1 0 1 0
pattern Plain 1 Linear { sp 2 1 1.0; sp 2 2 1.0; sp 2 3 1.0; sp 2 4 1.0; sp 2 5 1.0; sp 2 6 1.0 }
constraints Transformation
integrator LoadControl 1.0
analysis Static
analyze 1
set f [lrange [eleForce 1] 6 end]
puts [lmap i {5 0 1 2 3} { format %g [lindex $f $i] }]
wipe
model basic -ndm 2 -ndf 3
node 1 0 0
node 2 0 0
uniaxialMaterial Elastic 1 7.0
section Aggregator 1 1 P 1 My
puts "refused [catch {element zeroLengthSection 1 1 2 1} why] $why"
