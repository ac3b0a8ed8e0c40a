# How well did the actuators follow, and where did the energy go? The three tests of UCB/EERC 2005-02 (Mosqueda, Stojadinovic, Mahin), chapter 7: errors of the
# actuators (Table 7-1) and energies (Table 7-3). A shear frame of two storeys whose columns are both specimens; half a column is tested, so half the drift goes to
# the actuator and twice its force comes back. kip, in, s
#
# The laboratory is virtual: what is left of the actuators' lag after compensation is one number, 15.8 ms of laboratory time, found from the first row of Table
# 7-3 by E_error = -tau/120 int k v^2 dt = -tau/120 E_viscous/beta_K, so that row's error is not judged; the other two are predictions. A step of 0.01 s lasts 1.2 s.
# The columns of the report lost some energy also where they are called linear (0.44 and 0.54 kip in), ours do not: it is in their viscous energy instead.
#   E_E = sum 1/2 (r + r-)(d_c - d_c-),  E_BE with d_m;  E_error = E_E - E_BE, negative: energy is added; the structure has 4 x the actuators' energy
source [file join [file dirname [info script]] study.tcl]
set dt 0.01
set beta 0.009842
set lag [expr {120.0*0.0381*$beta/2.85}]
set capacity 3.0                   ;# in, stroke of an actuator to one side

# test: stiffness of the storeys, part of the record (NF01 has 0.378 g at 50 %), yields, words
set tests {
    pulse    {2.81 2.82 0     0 "cosine pulse"}
    tabas50  {2.74 2.74 0.378 0 "Tabas 50 %"}
    tabas150 {2.74 2.74 1.133 1 "Tabas 150 %"}
}

proc ground {peak} {
    global g pi dt
    if {$peak > 0.0} {
        # as in the report, 30 s; the record of the tests has 0.7553 g
        return [lrange [record tabas-1978-sac-nf01 [expr {$peak/0.75526*$g}] $dt] 0 3000]
    }
    set values {0 0 0 0 0}
    for {set i 0} {$i <= 60} {incr i} { lappend values [expr {0.15*$g*cos(2.0*$pi*$i/60.0)}] }
    return [concat $values [lrepeat 935 0.0]]
}

proc frame {k1 k2 yields} {
    global g lag beta
    wipe
    expSeed 7
    model basic -ndm 1 -ndf 1
    node 0 0.0
    fix 0 1
    foreach i {1 2} k [list $k1 $k2] {
        node $i 0.0 -mass [expr {4.0/$g}]
        uniaxialMaterial {*}[expr {$yields && $i == 1 ? "BoucWenMosqueda 1 $k 0.675 0.0 0.45 0.55 2" : "Elastic $i $k"}]
        expSpecimen Material $i $i
        expActuator FirstOrder $i $lag
        expSensor Transducer 1$i -rms 0.0005
        expSensor Transducer 2$i -rms 0.002
        expControl VirtualRig $i -rate 100 -scale 120 -channel $i -actuator $i -dispSensor 1$i -forceSensor 2$i
        expSetup OneActuator $i -control $i 1 -sizeTrialOut 1 1 -ctrlDispFact 0.5 -ctrlVelFact 0.5 -daqDispFact 2.0 -daqVelFact 2.0 -daqForceFact 2.0
        expSite LocalSite $i $i
        expElement twoNodeLink $i [expr {$i - 1}] $i -dir 1 -site $i -initStif $k
        region $i -ele $i -rayleigh 0.0 0.0 [expr {$beta*2.8/$k}] 0.0
    }
    constraints Plain
    numberer Plain
    system Diagonal
    algorithm Linear
    integrator NewmarkExplicit 0.5
    analysis Transient
}

# Energies of the structure and errors of the actuators of one test.
proc run_test {ag} {
    global dt g beta
    timeSeries Path 1 -dt $dt -values $ag
    pattern UniformExcitation 1 1 -accel 1
    set c [expr {$beta*2.8}]
    lassign {0.0 0.0 0.0 0.0} input viscous ee ebe
    foreach i {1 2} { set error$i 0.0; set most$i 0.0; foreach x {u v c m r} { set ${x}0$i 0.0 } }
    set a0 [lindex $ag 0]
    set rows {{0 0 0 0 0 0 0}}
    set step 0
    foreach a [lrange $ag 1 end] {
        analyze 1 $dt
        foreach i {1 2} {
            set u$i [nodeDisp $i 1]
            set v$i [nodeVel $i 1]
            set c$i [eleResponse $i ctrlDisp]
            set m$i [eleResponse $i daqDisp]
            set r$i [eleResponse $i basicForce]
            set ee [expr {$ee + 0.5*([set r$i] + [set r0$i])*([set c$i] - [set c0$i])}]
            set ebe [expr {$ebe + 0.5*([set r$i] + [set r0$i])*([set m$i] - [set m0$i])}]
            # of the actuator: half the drift
            set error$i [expr {max([set error$i], 0.5*abs([set c$i] - [set m$i]))}]
            set most$i [expr {max([set most$i], 0.5*abs([set m$i]))}]
        }
        set input [expr {$input - 0.5*4.0/$g*($a + $a0)*($u1 - $u01 + $u2 - $u02)}]
        set viscous [expr {$viscous + 0.5*$dt*$c*($v1**2 + ($v2 - $v1)**2 + $v01**2 + ($v02 - $v01)**2)}]
        foreach i {1 2} { foreach x {u v c m r} { set ${x}0$i [set ${x}$i] } }
        set a0 $a
        set kinetic [expr {0.5*4.0/$g*($v1**2 + $v2**2)}]
        lappend rows [list [expr {[incr step]*$dt}] $input $viscous $ebe $kinetic [expr {$ee - $ebe}] [expr {$c1 - $m1}]]
    }
    remove loadPattern 1
    # strain energy that is left at the end is not dissipated
    set strain [expr {0.5*($r1**2/2.74 + $r2**2/2.74)}]
    return [dict create input $input viscous $viscous hysteretic [expr {$ebe - $strain}] error [expr {$ee - $ebe}] kinetic $kinetic ebe $ebe ee $ee \
        residual [expr {abs($u1)}] errors [list $error1 $error2] most [list $most1 $most2] rows $rows]
}

set done 0
progress energies 3 0
foreach {name words} $tests {
    lassign $words k1 k2 peak yields what
    frame $k1 $k2 $yields
    set x [run_test [ground $peak]]
    set found($name) $x
    write_rows energies-$name.out [dict get $x rows]
    plot energies-$name.svg -title "Energies of the structure, $what" -xlabel "time \[s\]" -ylabel "energy \[kip in\]" \
        -ylim 0 [expr {1.5*[dict get $x input]}] -x 1 -y 2 3 4 5 6 -name "input" "viscous" "specimens" "kinetic" "error" energies-$name.out
    plot error-$name.svg -title "Energy error, $what" -xlabel "time \[s\]" -ylabel "energy \[kip in\]" -x 1 -y 6 energies-$name.out
    progress energies 3 [incr done]
}

table table-7-1 "Table 7-1: largest error of the actuators, over the stroke of 3 in and over the largest displacement" {
    {test -10 %s} {act1/stroke 11 %.4f} {act2/stroke 11 %.4f} {act1/max 9 %.4f} {act2/max 9 %.4f}
}
foreach {name words} $tests {
    lassign [dict get $found($name) errors] e1 e2
    lassign [dict get $found($name) most] m1 m2
    row $name [expr {$e1/$capacity}] [expr {$e2/$capacity}] [expr {$e1/$m1}] [expr {$e2/$m2}]
}
table_end
table table-7-3 "Table 7-3: energies at the end \[kip in\]" {
    {test -10 %s} {error 9 %.4f} {%_of_input 10 %.2f} {hysteretic 11 %.3f} {viscous 9 %.3f} {input 9 %.3f} {balance 10 %.1e}
}
foreach {name words} $tests {
    set x $found($name)
    # input - error = viscous + kinetic + E_BE
    set balance [expr {([dict get $x viscous] + [dict get $x kinetic] + [dict get $x ebe] + [dict get $x error])/[dict get $x input] - 1.0}]
    row $name [dict get $x error] [expr {-100.0*[dict get $x error]/[dict get $x input]}] [dict get $x hysteretic] [dict get $x viscous] [dict get $x input] $balance
}
table_end

beside
set ta $recorded(tabas-1978-sac-nf01)
# Table 7-3. The lag is fitted to the first energy error, so that one shows nothing and is not judged; the others are predictions. Columns that are called linear lost
# some energy in the report: what is judged of them is all that was dissipated, viscous and hysteretic. 5 and 10 % are allowed against tests, 1 % against the
# second program, whose actuators are perfect.
foreach {name input hysteretic viscous error counts} [list pulse 2.82 .442 2.38 -0.0381 1 tabas50 5.70 .542 5.15 -0.0760 $ta tabas150 70.77 38.06 32.69 -0.3999 $ta] {
    set x $found($name)
    judge "$name: input energy \[kip in\]" [dict get $x input] $input 5% "paper, Table 7-3" $counts
    judge "$name: dissipated energy \[kip in\]" [expr {[dict get $x viscous] + [dict get $x hysteretic]}] [expr {$viscous + $hysteretic}] 5% "paper, Table 7-3" $counts
    judge "$name: viscous energy \[kip in\]" [dict get $x viscous] $viscous [expr {$name eq "tabas150" ? "10%" : ""}] "paper, Table 7-3" $counts
    judge "$name: energy error \[kip in\]" [dict get $x error] $error [expr {$name eq "pulse" ? "" : "10%"}] "paper, Table 7-3" $counts
}
# 7.5 says 1.6 %, which is 0.0381 of the viscous 2.38; of the input 2.82 it is 1.35 %
judge "tabas150: energy error \[% of the input\]" [expr {-100.0*[dict get $found(tabas150) error]/[dict get $found(tabas150) input]}] 1.35 < "paper, 7.5: at most" $ta
judge "tabas150: hysteretic energy \[kip in\]" [dict get $found(tabas150) hysteretic] 38.06 10% "paper, Table 7-3" $ta
foreach {name key want} {pulse input 2.815 tabas150 input 69.57 tabas150 hysteretic 34.7 tabas150 viscous 34.9} {
    judge "$name: $key energy \[kip in\]" [dict get $found($name) $key] $want 1% "second program" [expr {$name eq "pulse" || $ta}]
}
foreach {name drifts} {pulse {.992 .641} tabas150 {3.72 1.05}} {
    foreach i {0 1} want $drifts {
        judge "$name: drift of storey [expr {$i + 1}] \[in\]" [expr {2.0*[lindex [dict get $found($name) most] $i]}] $want 1% "second program" [expr {$name eq "pulse" || $ta}]
    }
}
judge "tabas150: residual drift of storey 1 \[in\]" [dict get $found(tabas150) residual] 1.3 10% "paper, the local test" $ta
judge "tabas150: the same with perfect actuators" [dict get $found(tabas150) residual] 1.42 "" "second program"
# Table 7-1. 7.2 says: less than 0.2 % of the capacity, less than 1 % of the largest demand; the numbers are of the report's own actuators, transducers and noise
foreach {name stroke most} {pulse {.0006 .0007} {.0035 .0070} tabas50 {.0006 .0007} {.0049 .0093} tabas150 {.0017 .0010} {.0026 .0052}} {
    set counts [expr {$name eq "pulse" || $ta}]
    foreach i {0 1} over_stroke $stroke over_most $most {
        set error [lindex [dict get $found($name) errors] $i]
        judge "$name, actuator [expr {$i + 1}]: error over the stroke" [expr {$error/$capacity}] 0.002 < "paper, 7.2: below 0.2 %" $counts
        judge "$name, actuator [expr {$i + 1}]: the same in the report" [expr {$error/$capacity}] $over_stroke "" "paper, Table 7-1"
        set error [expr {$error/[lindex [dict get $found($name) most] $i]}]
        judge "$name, actuator [expr {$i + 1}]: error over the largest displacement" $error 0.01 < "paper, 7.2: below 1 %" $counts
        judge "$name, actuator [expr {$i + 1}]: the same in the report" $error $over_most "" "paper, Table 7-1"
    }
}
study_end
