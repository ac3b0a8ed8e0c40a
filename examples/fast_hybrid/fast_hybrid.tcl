# The shear frames of Jung 2006 (J. Earthquake Eng. Soc. Korea 10), one, two and three storeys, linear, hardening and softening, by the Fast
# Hybrid Test: every storey is a specimen, ten commands a step at 1 ms, actuators that are 2 ms late. N, m, s, kg
#
# The answers are compared with central differences at 1 ms on the computed structure. A linear specimen that is late changes nothing,
# because force and displacement are used as the pair that they were measured as.
source [file join [file dirname [info script]] .. common.tcl]
defaultUnits -force N -length m -time sec -temp C

# Storeys as specimens (hybrid) or computed. law: linear, or yield displacement and ratio of the stiffnesses
proc frame {storeys law hybrid} {
    global mode pga
    wipe
    model basic -ndm 1 -ndf 1
    node 0 0.0
    fix 0 1
    if {$hybrid && $mode eq "rig"} { expActuator Delay 1 0.002 }
    for {set i 1} {$i <= $storeys} {incr i} {
        set k [lindex {3.678e6 2.627e6 1.751e6} $i-1]
        node $i 0.0 -mass [lindex {35054.0 35054.0 17527.0} $i-1]
        if {$law eq "linear"} { uniaxialMaterial Elastic $i $k } else { uniaxialMaterial Bilinear $i $k {*}$law }
        if {!$hybrid} { element twoNodeLink $i [expr {$i - 1}] $i -mat $i -dir 1; continue }
        if {$mode eq "perfect"} {
            expControl SimUniaxialMaterials $i $i
        } else {
            expSpecimen Material $i $i
            expControl VirtualRig $i -rate 1000 -channel $i -actuator 1
        }
        expSetup OneActuator $i -control $i 1 -sizeTrialOut 1 1
        expSite LocalSite $i $i
        expElement twoNodeLink $i [expr {$i - 1}] $i -dir 1 -site $i -initStif $k -noRayleigh
    }
    eigen -fullGenLapack $storeys
    modalDamping 0.05
    earthquake 1 elcentro-1940-ns 0.02 [expr {9.81*[lindex {0.20 0.18 0.20} $storeys-1]}]
    pattern UniformExcitation 1 1 -accel 1
    constraints Plain
    numberer Plain
    system BandGeneral
    algorithm Linear
}

# Displacement of the top at every 0.01 s.
proc history {integrator steps dt every storeys} {
    integrator {*}$integrator
    analysis Transient
    set u {}
    for {set i 0} {$i < $steps} {incr i} {
        if {[analyze $every $dt] != 0} { error "a step failed" }
        lappend u [nodeDisp $storeys 1]
    }
    return $u
}

puts "Fast Hybrid Test of shear frames, $mode"
puts "  largest difference to central differences, % of the peak"
set rows {}
foreach storeys {1 2 3} {
    foreach {name law} {linear linear hardening {0.0127 0.3} softening {0.0254 -0.3}} {
        frame $storeys $law 0
        set exact [history CentralDifference 2000 0.001 10 $storeys]
        frame $storeys $law $hybrid
        set top [history {FHT -0.25 -iterations 10} 2000 0.01 1 $storeys]
        set worst 0.0
        set most 0.0
        foreach a $top b $exact {
            if {abs($a - $b) > $worst} { set worst [expr {abs($a - $b)}] }
            if {abs($b) > $most} { set most [expr {abs($b)}] }
        }
        result $storeys-storey-$name [expr {100.0*$worst/$most}] %
        lappend rows $top
        if {$storeys == 2 && $name eq "softening"} {
            set f [open softening.out w]
            set t 0.0
            foreach a $top b $exact { puts $f [format "%.2f %.9e %.9e" [set t [expr {$t + 0.01}]] $a $b] }
            close $f
        }
    }
}
set f [open response.out w]
for {set i 0} {$i < 2000} {incr i} {
    set line [format %.2f [expr {0.01*($i + 1)}]]
    foreach top $rows { append line [format " %.12e" [lindex $top $i]] }
    puts $f $line
}
close $f
plot response.svg -title "Two storeys, softening: Fast Hybrid Test and central differences" -xlabel "time \[s\]" -ylabel "top displacement \[m\]" \
    -x 1 -y 2 3 -name "fast hybrid test" "central differences" softening.out
finish 0
