# stdout: ^plane 1 1 1$
# stdout: ^space 1 1$
# stdout: ^taken 0 0 0 0 1 1 1 1$
# A freedom of a control point may be named by its axis: the force of a cantilever at its tip is the same. In the plane rz is the third, in space the sixth, and
# what the space does not have is refused. Without a node the freedoms are those of an element, which may have more than a node.
proc tip {ndm words} {
    wipe
    model basic -ndm $ndm -ndf [expr {$ndm == 2 ? 3 : 6}]
    node 1 {*}[lrange {0 0 0} 0 $ndm-1]
    node 2 {*}[lrange {0 0 0} 0 $ndm-1] -mass {*}[lrange {1 1 1 1 1 1} 0 [expr {$ndm*($ndm + 1)/2 - 1}]]
    fix 1 {*}[lrange {1 1 1 1 1 1} 0 [expr {$ndm*($ndm + 1)/2 - 1}]]
    expModel 1 {
        model basic -ndm $ndm -ndf [expr {$ndm == 2 ? 3 : 6}]
        node 1 {*}[lrange {0 0 0} 0 $ndm-1]
        node 2 {*}[lrange {2 0 0} 0 $ndm-1]
        fix 1 {*}[lrange {1 1 1 1 1 1} 0 [expr {$ndm*($ndm + 1)/2 - 1}]]
        if {$ndm == 2} { geomTransf Linear 1 } else { geomTransf Linear 1 0 0 1 }
        element elasticBeamColumn 1 1 2 3 7 {*}[expr {$ndm == 2 ? 5 : {2 1 4 5}}] 1
    }
    lassign $words u r
    expControlPoint 1 -node 2 $u disp $r disp
    expControlPoint 2 -node 2 $u disp $u force $r disp $r force
    expControl SimDomain 1 -model 1 -trialCP 1 -outCP 2
    expSetup NoTransformation 1 -control 1 -dof 1 2 -sizeTrialOut 2 2
    expSite LocalSite 1 1
    set kept [expr {$ndm == 2 ? 3 : 6}]
    expElement generic 1 -node 2 -dof 2 $kept -site 1 -initStif 50 0 0 70
    pattern Plain 1 Linear { load 2 {*}[expr {$ndm == 2 ? {0 3 1} : {0 3 0 0 0 1}}] }
    foreach d [expr {$ndm == 2 ? 1 : {1 3 4 5}}] { fix 2 {*}[lmap i [lrange {1 2 3 4 5 6} 0 $kept-1] { expr {$i == $d} }] }
    algorithm Linear
    integrator NewmarkExplicit 0.5
    analysis Transient
    analyze 40 0.02
    return [nodeDisp 2]
}
set plane [tip 2 {2 3}]
puts "plane [expr {[tip 2 {uy rz}] eq $plane}] [expr {abs([lindex $plane 1]) > 1e-3}] [catch {tip 2 {uy rx}}]"
set space [tip 3 {2 6}]
puts "space [expr {[tip 3 {uy rz}] eq $space}] [expr {[tip 3 {dof2 u6}] eq $space}]"
wipe
wipeExp
model basic -ndm 2 -ndf 3
set taken {}
foreach {tag dof} {1 13 2 72 3 ux 4 rz 5 73 6 uz 7 rx 8 uw} { lappend taken [catch {expControlPoint $tag $dof disp}] }
puts "taken $taken"
