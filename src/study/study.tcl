# What all studies share: their words, earthquakes, tables, files of curves, and the numbers of papers beside ours.
#
#   tandem study NAME --records DIR      runs NAME.tcl in a folder of its own; or, in that folder:  tandem run NAME.tcl -records DIR
#
# A number that hangs on a record is judged only when the record was there; with a generated earthquake it is printed without verdict.
set pi [expr {acos(-1.0)}]
set g 386.1                              ;# in/s2
set records ""
set short 0                              ;# few points and short runs: studies that take minutes look at it
set study(judged) 0
set study(wrong) {}
set study(generated) {}
set study(name) [file rootname [file tail $argv0]]
foreach {word value} $argv {
    if {$word ni {-records -short} || $value eq ""} { error "study: unknown word $word (allowed: -records folder, -short 1)" }
    set [string range $word 1 end] $value
}
# the examples that studies go through look for records here, and nowhere else
set env(TANDEM_RECORDS) [expr {$records ne "" ? $records : "no-records"}]
set argc 0
set argv {}

# Acceleration of a record at every dt, straight between samples, times a factor (the record is in g), beginning with zero at time zero. Without the record an
# artificial earthquake with the same peak. Sets recorded(name).
proc record {name factor dt} {
    global samples
    if {![info exists samples($name,$dt)]} { set samples($name,$dt) [record_read $name $dt] }
    return [lmap x $samples($name,$dt) { expr {$factor*$x} }]
}

# The same as the second program takes it, whose numbers of UCB/EERC 2005-02 stand beside ours: first value at time zero, El Centro as it is often passed on.
proc record_second {name factor dt} {
    global samples
    if {![info exists samples(second,$name,$dt)]} {
        set values [expr {$name eq "elcentro-1940-ns" ? [passed_on] : [record_values $name]}]
        set samples(second,$name,$dt) [record_resample $values [lindex [record_known $name] 0] $dt]
    }
    return [lmap x $samples(second,$name,$dt) { expr {$factor*$x} }]
}

# El Centro as it is often passed on, the virtual benchmark's too: the value after 1047 others, -0.03435 g, with the other sign, which is wrong, and a zero after
# the last of 1559.
proc passed_on {} {
    set values [lrange [record_values elcentro-1940-ns] 0 1558]
    lset values 1047 [expr {-[lindex $values 1047]}]
    return [lappend values 0.0]
}

proc record_read {name dt} { record_resample [concat 0.0 [record_values $name]] [lindex [record_known $name] 0] $dt }

# step, largest acceleration, duration
proc record_known {name} { dict get {elcentro-1940-ns {0.02 0.31882 31.18} tabas-1978-fn {0.02 0.89995 50.0} tabas-1978-sac-nf01 {0.01 0.75526 30.0}} $name }

# The values of a file [g], as they are there.
proc record_values {name} {
    global records study recorded
    lassign [record_known $name] step peak duration
    set file [file join $records $name.txt]
    set recorded($name) [expr {$records ne "" && [file exists $file]}]
    if {!$recorded($name)} {
        if {$name ni $study(generated)} { lappend study(generated) $name }
        set file generated-$name.txt
        motion generate 99 -seed 1940 -duration $duration -dt $step -pga $peak -write $file
    }
    set f [open $file]
    set values {}
    foreach line [split [read $f] \n] { if {[string is double -strict $line]} { lappend values $line } }
    close $f
    return $values
}

# Values every `step`, straight between them every dt.
proc record_resample {values step dt} {
    set parts [expr {round($step/$dt)}]
    set before [lindex $values 0]
    set out [list $before]
    foreach x [lrange $values 1 end] {
        for {set i 1} {$i <= $parts} {incr i} { lappend out [expr {$before + ($x - $before)*$i/double($parts)}] }
        set before $x
    }
    return $out
}

# --- tables and files -----------------------------------------------------------------------------------------------------------------------------------

# Opens a table: name of its file (NAME.txt), title, and columns as {name width format}. Cells are two blanks apart at least, and have none of two in themselves:
# whoever reads a table divides it there, however long a cell is.
proc table {name title columns} {
    global table
    set table(file) [open $name.txt w]
    set table(columns) $columns
    puts ""
    table_line "# $title"
    table_line "# [join [lmap c $columns { format %[lindex $c 1]s [lindex $c 0] }] "  "]"
}

proc table_line {text} {
    global table
    progress
    puts $text
    puts $table(file) $text
}

# A row; what is empty is printed as a dash.
proc row {args} {
    global table
    set out {}
    foreach x $args c $table(columns) {
        lassign $c name width format
        if {$name eq ""} break
        if {$x eq ""} { set x - } elseif {[string is double -strict $x]} { set x [format $format $x] }
        lappend out [format %${width}s [regsub -all {\s+} [string trim $x] " "]]
    }
    table_line "  [join $out "  "]"
}

proc table_end {} {
    global table
    close $table(file)
}

# Rows of numbers to a file, for pictures; what is no number breaks the curve.
proc write_rows {file rows} {
    set f [open $file w]
    foreach r $rows { puts $f [join [lmap x $r { if {[catch { format %.9g $x } text]} { string cat nan } else { set text } }] " "] }
    close $f
}

# --- numbers of others -----------------------------------------------------------------------------------------------------------------------------------

# Opens the comparison; then one `judge` a number.
proc beside {} {
    table beside "numbers of the paper (or of a second program) beside ours" {
        {what -62 %s} {here 14 %.8g} {there 14 %.8g} {allowed 10 %s} {source -26 %s} {verdict -10 %s}
    }
}

# Ours and theirs; tolerance: "1%" relative, a number absolute, "digits" half of theirs' last digit as it is printed, "<" ours must be below theirs, ">" above,
# "" not judged. counts: is the number comparable (the record was there)?
proc judge {what here there tolerance source {counts 1}} {
    global study
    set ok 1
    if {$tolerance eq "digits"} { set tolerance [expr {0.5*10.0**-[string length [lindex [split $there .] 1]]}] }
    if {$tolerance eq "<"} {
        set ok [expr {$here < $there}]
    } elseif {$tolerance eq ">"} {
        set ok [expr {$here > $there}]
    } elseif {[string match *% $tolerance]} {
        set ok [expr {abs($here - $there) <= 0.01*[string trimright $tolerance %]*abs($there)}]
    } elseif {$tolerance ne ""} {
        set ok [expr {abs($here - $there) <= $tolerance}]
    }
    set verdict [expr {$tolerance eq "" ? "to compare" : !$counts ? "no record" : $ok ? "agrees" : "DIFFERS"}]
    if {$counts && $tolerance ne ""} {
        incr study(judged)
        if {!$ok} { lappend study(wrong) $what }
    }
    row $what $here $there $tolerance $source $verdict
}

# The end of every study: which earthquakes it used, and whether it agrees. The last line of the results.
proc study_end {} {
    global study records recorded motion
    table_end
    puts ""
    # an example says with `motion` what it used
    if {[info exists motion] && $motion eq "generated"} { lappend study(generated) "a record" }
    if {[llength $study(generated)]} {
        puts "    earthquakes: generated in place of [join $study(generated) {, }]; with --records DIR the recorded ones are used and judged"
    } elseif {[info exists motion] || [info exists recorded]} {
        puts "    earthquakes: recorded, from $records"
    }
    puts "    pictures: [join [lsort [glob -nocomplain *.svg]] {, }]"
    if {[llength $study(wrong)]} { error "study $study(name): [llength $study(wrong)] of $study(judged) numbers differ: [join $study(wrong) {, }]" }
    puts "    $study(judged) numbers judged, all within their tolerance"
}

# --- examples that a study goes through ---------------------------------------------------------------------------------------------------------------------

# Runs examples/PATH as it is; each end of its procedure `name` is one of `whole` steps of the progress. noted: gets the result of each.
proc example {path name whole {noted ""}} {
    global study
    array set study [list watched $name whole $whole done 0 noted $noted]
    progress $study(name) $whole 0
    trace add execution proc leave example_made
    uplevel #0 [list source [file join [file dirname [info script]] examples $path]]
    trace remove execution proc leave example_made
    progress $study(name) $whole $whole
}

proc example_made {command args} {
    global study
    if {[lindex $command 1] eq $study(watched)} { trace add execution $study(watched) leave example_step }
}

proc example_step {command code result op} {
    global study
    if {$study(noted) ne ""} { uplevel #0 $study(noted) [list $result] }
    if {$study(done) < $study(whole)} { progress $study(name) $study(whole) [incr study(done)] }
}

# Results that an example has kept: names and numbers.
proc kept {} {
    set f [open summary.txt]
    set all [read $f]
    close $f
    return [concat {*}[lmap line [split [string trim $all] \n] { lrange $line 0 1 }]]
}

# --- an oscillator, or two storeys, all of whose stiffness is tested (UCB/EERC 2005-02, 3.4 and 8.4) ------------------------------------------------------

# storeys of stiffness k with masses of the period T (of one storey; of two: the first mode), 5 % in every mode; law: elastic or plastic (yields at 1 in). parts:
# objects of the laboratory with tag i for storey $i; words: their words for VirtualRig.
proc tested_storeys {storeys k T law parts words} {
    global pi
    wipe
    expSeed 3
    model basic -ndm 1 -ndf 1
    node 0 0.0
    fix 0 1
    # of two equal storeys the first frequency is (sqrt 5 - 1)/2 of one alone
    set w [expr {2.0*$pi/$T/($storeys == 2 ? 0.5*(sqrt(5.0) - 1.0) : 1.0)}]
    for {set i 1} {$i <= $storeys} {incr i} {
        node $i 0.0 -mass [expr {$k/$w**2}]
        uniaxialMaterial {*}[expr {$law eq "elastic" ? [list Elastic $i $k] : [list ElasticPP $i $k 1.0]}]
        expSpecimen Material $i $i
        eval $parts
        expControl VirtualRig $i -channel $i {*}[subst $words]
        expSetup OneActuator $i -control $i 1 -sizeTrialOut 1 1
        expSite LocalSite $i $i
        expElement twoNodeLink $i [expr {$i - 1}] $i -dir 1 -site $i -initStif $k -noRayleigh
    }
    eigen -fullGenLapack $storeys
    modalDamping 0.05
    constraints Plain
    numberer Plain
    system BandGeneral
    algorithm Linear
    integrator NewmarkExplicit 0.5
    analysis Transient
    return [expr {$k/$w**2}]
}

# Runs such a test, from rest, under the ground acceleration `ag` (a list, every dt); answers a dictionary of the histories u (top), c m r (command, measured, force of storey
# 1), and energies of the whole test: E_E, E_BE, input. Stops when the top leaves `bound`: then `stable` is 0.
proc run_storeys {storeys mass ag dt {bound 1e3}} {
    timeSeries Path 1 -dt $dt -values $ag
    pattern UniformExcitation 1 1 -accel 1
    foreach x {u c m r} { set $x {0.0} }
    set input 0.0
    set ee 0.0
    set ebe 0.0
    set stable 1
    set before [lrepeat $storeys {0.0 0.0 0.0 0.0}]
    set a0 [lindex $ag 0]
    for {set i 1} {$i <= $storeys} {incr i} { setNodeAccel $i 1 [expr {-$a0}] -commit }
    foreach a [lrange $ag 1 end] {
        analyze 1 $dt
        set now {}
        set work 0.0
        for {set i 1} {$i <= $storeys} {incr i} {
            lassign [lindex $before $i-1] x0 c0 m0 r0
            set x1 [nodeDisp $i 1]
            set c1 [eleResponse $i ctrlDisp]
            set m1 [eleResponse $i daqDisp]
            set r1 [eleResponse $i basicForce]
            set ee [expr {$ee + 0.5*($r0 + $r1)*($c1 - $c0)}]
            set ebe [expr {$ebe + 0.5*($r0 + $r1)*($m1 - $m0)}]
            set work [expr {$work + $x1 - $x0}]
            lappend now [list $x1 $c1 $m1 $r1]
        }
        set input [expr {$input - 0.5*$mass*($a0 + $a)*$work}]
        set a0 $a
        set before $now
        lappend u $x1
        lassign [lindex $now 0] x c1 m1 r1
        lappend c $c1
        lappend m $m1
        lappend r $r1
        if {!(abs($x1) < $bound)} {
            set stable 0
            break
        }
    }
    remove loadPattern 1
    return [dict create u $u c $c m $m r $r EE $ee EBE $ebe input $input stable $stable]
}

proc largest {x} {
    set most 0.0
    foreach a $x { if {abs($a) > $most} { set most [expr {abs($a)}] } }
    return $most
}

proc rms {x} {
    set sum 0.0
    foreach a $x { set sum [expr {$sum + $a*$a}] }
    return [expr {sqrt($sum/[llength $x])}]
}

proc difference {x y} { lmap a $x b $y { expr {$a - $b} } }
