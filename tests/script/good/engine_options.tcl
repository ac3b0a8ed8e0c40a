# stderr: 2 equations, engine dense$
# stdout: ^0 0\.025000 0 0\.025000 0 0\.025000 0 0\.025000$
# The dense engine inverts its matrix, packed and in single precision. Two bars of E A / L = 100 in a row under 1.25: the end moves by 2 x 1.25 / 100.
model basic -ndm 1 -ndf 1
node 1 0
node 2 2
node 3 4
fix 1 1
uniaxialMaterial Elastic 1 400.0
element truss 1 1 2 0.5 1
element truss 2 2 3 0.5 1
pattern Plain 1 Linear { load 3 1.25 }
set answers {}
foreach options {-inverse -packed -single {-packed -single -threads 2}} {
    wipeAnalysis
    reset
    constraints Plain
    numberer RCM
    system BandSPD
    engine dense {*}$options
    algorithm Linear
    integrator LoadControl 1.0
    analysis Static
    lappend answers [analyze 1] [format %.6f [nodeDisp 3 1]]
}
puts $answers
