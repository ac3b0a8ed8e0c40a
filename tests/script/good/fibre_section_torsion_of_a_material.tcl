# stdout: ^alike 1 1$
# stdout: ^refused 1 .*torsion of fibres is linear, and material 2 is not
# stdout: ^refused 1 .*-GJ and -torsion say the same
# silent: unknown shape of fibres
# stdout: ^behind 0 0$
# stdout: ^taken 0$
# A member that is twisted turns by T L / GJ, whether GJ is given as a number or as the stiffness of a material; in the plane neither is needed.
proc twist {words} {
    wipe
    model basic -ndm 3 -ndf 6
    node 1 0 0 0
    node 2 2 0 0
    fix 1 1 1 1 1 1 1
    uniaxialMaterial Elastic 1 7.0
    uniaxialMaterial Steel01 2 1.0 7.0 0.1
    eval "section Fiber 1 $words { patch rect 1 2 2 -1 -1 1 1 }"
    geomTransf Linear 1 0 0 1
    element dispBeamColumn 1 1 2 2 1 1
    pattern Plain 1 Linear { load 2 0 0 0 3.5 0 0 }
    algorithm Linear
    integrator LoadControl 1.0
    analysis Static
    analyze 1
    return [nodeDisp 2 4]
}
puts "alike [expr {[twist {-torsion 1}] == [twist {-GJ 7.0}]}] [expr {abs([twist {-torsion 1}] - 1.0) < 1e-12}]"
puts "refused [catch {twist {-torsion 2}} why] $why"
puts "refused [catch {twist {-GJ 7.0 -torsion 1}} why] $why"
puts "refused [catch {twist {-torsion 1 -GJ 7.0}} why] $why"
puts "behind [catch {twist {-torsion 1 -noCentroid}}] [catch {twist {-noCentroid -torsion 1}}]"
wipe
model basic -ndm 2 -ndf 3
uniaxialMaterial Elastic 1 7.0
puts "taken [catch {section Fiber 1 -torsion 1 { fiber 0 0 1 1 }}]"
