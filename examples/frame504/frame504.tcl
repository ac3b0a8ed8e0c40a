# What does a condensation from 504 to 33 freedoms do to a test? A three-storey steel frame, whole and reduced in four ways.
# Units N, m, s, kg. README.md says what to see.      Run it:   tandem run frame504.tcl <record in g, one number a line, dt 0.02>
source [file join [file dirname [info script]] frame.tcl]
defaultUnits -force N -length m -time sec -temp C

# ---- ground motion, at 30 degrees to the x axis: artificial, or a record ----------------------------------------
if {$argc > 0} {
    motion read 1 [lindex $argv 0] -dt 0.02 -factor 9.81 -resample 0.005
} else {
    motion generate 1 -seed 504 -duration 15.0 -dt 0.005 -pga 3.0 -groundHz 3.0
}
pattern UniformExcitation 1 1 -accel 1 -fact 0.866
pattern UniformExcitation 2 2 -accel 1 -fact 0.5

# ---- damping: 2 % at 2 Hz and at 30 Hz; the integrator damps nothing --------------------------------------------
set pi [expr {acos(-1.0)}]
set w1 [expr {2*$pi*2.0}]
set w2 [expr {2*$pi*30.0}]
rayleigh [expr {2*0.02*$w1*$w2/($w1 + $w2)}] 0.0 [expr {2*0.02/($w1 + $w2)}] 0.0
constraints Plain
numberer AMD
system SparseSYM
test NormDispIncr 1.0e-12 5
algorithm Linear
integrator Newmark 0.5 0.25
analysis Transient

# Displacements (ux of a roof corner, ux and uz where the damper stands) and acceleration (ux there), one list each.
proc shake {} {
    reset
    set history {{} {} {} {}}
    for {set i 0} {$i < 3200} {incr i} {
        if {[analyze 1 0.005] != 0} { error "the analysis stopped at [getTime] s" }
        set now [list [nodeDisp 3003 1] [nodeDisp 3321 1] [nodeDisp 3321 3] [nodeAccel 3321 1]]
        set history [lmap column $history x $now {lappend column $x}]
    }
    return $history
}
proc peak {column} { set p 0.0; foreach x $column { set p [expr {max($p, abs($x))}] }; return $p }
# Largest difference in per cent of the whole model's peak.
proc error_of {whole reduced} {
    expr {100.0*[peak [lmap a $whole b $reduced {expr {$a - $b}}]]/[peak $whole]}
}

# ---- the whole frame, then its reduced twins --------------------------------------------------------------------
puts "unknowns [systemSize]"
set whole [shake]
puts [format "peaks     roof %.4f mm   damper ux %.4f mm   uz %.4f mm   acceleration %.4f m/s2" \
    {*}[lmap column $whole scale {1e3 1e3 1e3 1} {expr {$scale*[peak $column]}}]]

foreach {name words} [list \
    "Guyan, three directions at eleven nodes"       [list Guyan {*}$corners] \
    "Guyan, sway of all joints and loaded carriers" [list Guyan {*}$sway] \
    "Craig-Bampton, damper's node and 30 modes"     [list CraigBampton -node $damper -dof 1 2 3 -modes 30] \
    "Modal, 33 modes"                               [list Modal 33]] {
    set n [reduce {*}$words]
    set pairs [reduce frequencies 10]
    set reduced [shake]
    puts "$name: $n unknowns"
    puts "  whole Hz  [lmap {a b} $pairs {format %.3f $a}]"
    puts "  shift %   [lmap {a b} $pairs {format %.2f [expr {round(1e4*($b/$a - 1))/1e2}]}]"
    puts [format "  error %%   roof %.2f   damper ux %.2f   uz %.2f   acceleration %.2f" {*}[lmap a $whole b $reduced {error_of $a $b}]]
}
