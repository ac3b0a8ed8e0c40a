# command: rehearse --lag 0.0005 --hsei 0.2
# stdout: critical delay, laboratory time +23\.07\d* ms
# stdout: 700 steps, 7 s of test time
# stdout: lag at which \|HSEI_I\| is 0\.2 +\d+\.\d+ ms
# stdout: \ngo\n
# limits are those of the first test with a specimen, not of the reference before it; each test begins at rest
source [file join [file dirname [info script]] .. oscillator.tcl]
model basic -ndm 1 -ndf 1
node 1 0.0
fix 1 1
node 2 0.0 -mass 1.0
uniaxialMaterial Elastic 1 1.0
element zeroLength 1 1 2 -mat 1 -dir 1
timeSeries Sine 1 0.0 1e9 2.0
pattern Plain 1 1 { load 2 1.0 }
constraints Plain
numberer Plain
system BandGeneral
algorithm Linear
integrator NewmarkExplicit 0.5
analysis Transient
analyze 100 0.01
foreach steps {400 200} {
    wipe
    oscillator { rig VirtualRig 1 -rate 1000 -channel 1 } $steps 0.01
}
