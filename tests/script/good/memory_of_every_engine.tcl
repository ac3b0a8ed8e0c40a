# stderr: condensed -solver dense +not enough memory for the whole matrix$
# stderr: condensed -solver band +not enough memory for a matrix within its band$
# stderr: condensed -solver sparse +not enough memory for the factor of the matrix$
# stdout: ^modal 1 engine modal: not enough memory for modes and the room to find them: needs 10.6 MB \(allowed: 0.03 MB left by the limit that was given\); fewer modes
# stdout: ^modal -modes 20 1 engine modal: not enough memory for modes and the room to find them: needs 0.101 MB \(allowed: 0.03 MB left by the limit that was given\)
# A frame of 576 unknowns whose equations are there; what every way to solve them would need is looked at before it is taken.
proc try {engine} {
    wipe
    memory -limit none
    generate SpaceFrame 3 3 6
    timeSeries Trig 1 0 100 0.5 -factor 3; pattern UniformExcitation 1 1 -accel 1
    constraints Plain; numberer AMD; system SparseSYM; algorithm Newton; test NormUnbalance 1e-8 20; integrator Newmark 0.5 0.25; analysis Transient
    engine {*}$engine
    systemSize
    memory -limit 3e4
    puts "$engine [catch {analyze 1 0.01} answer] $answer"
}
try auto
try modal
try {modal -modes 20}
