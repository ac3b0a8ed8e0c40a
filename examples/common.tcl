# What the examples of hybrid tests share: how they are called, their earthquake, and the summary that is compared with expected.txt.
#
#   tandem run X.tcl            the rehearsal: specimens in virtual rigs, with actuators that lag and sensors that err
#   tandem run X.tcl perfect    the same hybrid model with rigs that do exactly what they are told
#   tandem run X.tcl numerical  the same structure without any specimen
# and what else an example names in `modes` before it reads this file.
#
# An example writes response.out (time and displacements) and summary.txt (a name and a number a line) into the folder it is run in.

if {![info exists modes]} { set modes {rig perfect numerical} }
set mode [expr {$argc > 0 ? [lindex $argv 0] : "rig"}]
if {$mode ni $modes} { error "unknown way to run: $mode (allowed: [join $modes {, }])" }
set hybrid [expr {$mode ne "numerical"}]
set pi [expr {acos(-1.0)}]

# A record from the folder named by TANDEM_RECORDS, or from shared/records beside the project, as a time series; where there is none, an
# artificial earthquake. peak: of the record's acceleration, in the model's units; share: of that peak for the artificial one.
proc earthquake {tag record dt peak {share 1.0}} {
    global motion
    set file [record_file $record]
    if {[file exists $file]} {
        set motion recorded
        motion read $tag $file -dt $dt -peak $peak
    } else {
        set motion generated
        motion generate $tag -seed 1940 -duration 30.0 -dt $dt -pga [expr {$share*$peak}]
    }
}

proc record_file {record} {
    global env
    set folder [expr {[info exists env(TANDEM_RECORDS)] ? $env(TANDEM_RECORDS) : [file join [file dirname [info script]] .. .. .. shared records]}]
    return [file join $folder $record.txt]
}

# Peak of a column of a file, by magnitude; columns count from 0.
proc peak {file column} {
    set most 0.0
    set f [open $file]
    while {[gets $f line] >= 0} {
        set x [lindex $line $column]
        if {abs($x) > $most} { set most [expr {abs($x)}] }
    }
    close $f
    return $most
}

# All holds of a rig, by its rows of tickSig, longer than `least`, as {duration begin end drop}: rows of the same command; drop: by how much the force becomes smaller.
proc holds {file least} {
    set found {}
    set command 0.0
    lassign {0.0 0.0 0.0} begin end from
    set f [open $file]
    while {[gets $f line] >= 0} {
        lassign $line t c x mx force
        if {$c != $command} {
            if {$end - $begin > $least} { lappend found [list [expr {$end - $begin}] $begin $end [expr {abs($from) - abs($last)}]] }
            set begin $t
            set from $force
            set command $c
        }
        set end $t
        set last $force
    }
    close $f
    return $found
}

# Keeps a result for the comparison; prints it, too.
proc keep {name value} { lappend ::summary [format "%s %.9e" $name $value] }
proc result {name value unit} {
    keep $name $value
    puts [format "  %-28s %12.5g %s" $name $value $unit]
}

proc finish {status} {
    global summary motion mode
    set f [open summary.txt w]
    puts $f "motion $motion"
    puts $f [join $summary "\n"]
    close $f
    if {$status != 0} { error "the test did not run to its end: status $status" }
}
