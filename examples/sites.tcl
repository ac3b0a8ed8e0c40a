# Sites and networks that a script starts itself, as processes of their own on this machine, so that one command runs a distributed test:
#
#   set port [site_start east site.tcl {perfect}]            tandem site: its script, and the words of that
#   set port [wan_start east $port {-delay 0.1 -way up}]     tandem wan in front of it
#   expSite NetworkSite 1 localhost $port -site east ...
#   ...
#   sites_end                                                ends the test; waits until the sites have ended, ends the networks
#
# Ports are any free ones, so copies of a test do not meet. What the processes say and the sites' journals are in the folder of the run ($tandem(run), default
# runs/ID), a folder for each. After a crash `tandem resume runs/ID` runs the script again; it starts the sites again, and they take up their journals.
# However this program ends, also by an error or killed, what it has started ends: a shell stands beside each process and kills it when the pipe from here closes,
# as a failure of the power would. (A site that is interrupted has tripped, and no resume goes on with that.)

set PATIENCE 3000               ;# times 10 ms, the longest wait for a process
set guard {
    log=$1; shift
    "$@" >>"$log" 2>&1 </dev/null &
    echo "process $!" >>"$log"
    read -r line
    # only what is still this shell's own process: numbers are used again
    if read -r number name state parent rest <"/proc/$!/stat" && [ "$parent" = $$ ]; then kill -KILL $!; fi 2>/dev/null
    wait $! 2>/dev/null
}

# What a process has said since its log had so many bytes.
proc sites_said {log from} {
    set f [open $log]
    seek $f $from
    set text [read $f]
    close $f
    return $text
}

# Is a process that its shell has started there and not over? (Z: over, and not yet waited for.)
proc sites_alive {name} {
    set p [dict get $::process $name]
    if {[catch {open /proc/[dict get $p number]/stat} f]} { return 0 }
    catch {read $f} text
    close $f
    return [expr {[regexp {^\d+ \(.*\) (\S) (\d+)} $text all state parent] && $state ni {Z X} && $parent == [pid [dict get $p channel]]}]
}

# Starts this program with the words in a folder of its own. kind: site or network. Answers what the pattern's parentheses find in what it says first.
proc sites_begin {kind name words pattern} {
    global process guard tandem PATIENCE
    # nobody is spoken to in a rehearsal: any port will do
    if {[info exists tandem(rehearsal)]} { return 9 }
    if {![info exists tandem(run)]} { error "sites are started by scripts of `tandem run`: a shell has no folder for their journals" }
    set folder [file join $tandem(run) $name]
    file mkdir $folder
    set log [file join $folder log.txt]
    set from [expr {[file exists $log] ? [file size $log] : 0}]
    close [open $log a]
    set channel [open [list | /bin/sh -c $guard sh $log [info nameofexecutable] {*}$words] w]
    dict set process $name [dict create kind $kind log $log channel $channel number ""]
    for {set i 0} {$i < $PATIENCE} {incr i} {
        set said [sites_said $log $from]
        if {[regexp -line {^process (\d+)$} $said all number]} {
            dict set process $name number $number
            if {[regexp $pattern $said all found]} { return $found }
            if {![sites_alive $name]} { break }
        }
        after 10
    }
    error "$name did not begin: [string trim $said]"
}

# Journals of sites without actuators need not be on the disk before every step (-sync 0): after a failure of the power a virtual rig begins again, and no
# specimen is lost. They outlive a process that is killed. A laboratory leaves -sync as it is.
set unsynced {-sync 0}

# A site: what its script makes, served under this name. words: of the script; options: of tandem site before its file, such as --realtime.
proc site_start {name file {words {}} {options {}}} {
    set journal [file join [expr {[info exists ::tandem(run)] ? $::tandem(run) : "."}] $name]
    return [sites_begin site $name [list site {*}$options $file -name $name -port 0 -journal $journal {*}$::unsynced -- {*}$words] {: ready, port (\d+)}]
}

# A network in front of a site, of which it is told the port; answers its own. words: of tandem wan.
proc wan_start {name port words} {
    return [sites_begin network $name-network [list wan -listen 0 -to localhost:$port {*}$words] {127\.0\.0\.1:(\d+) to}]
}

# The network of Mosqueda, Stojadinovic, Mahin, UCB/EERC 2005-02: times of an exchange fitted to 5.4.2 and Table 6-2 (help expNetwork Random), times factor.
proc seed4_network {factor seed} {
    set words [list -way up -seed $seed -delay Random]
    foreach {word seconds} {-least 0.16 -median 0.40 -tailScale 1.5} { lappend words $word [expr {$factor*$seconds}] }
    return $words
}

# A site of the example: directly, or with `tandem run X.tcl wan <factor>` behind that network, times factor (0.01: a step of 1.2 s is 12 ms), with times of
# its own. Answers the port to connect to.
proc site_reach {name file {words {}}} {
    global mode argv networks
    set port [site_start $name $file $words]
    if {$mode ne "wan"} { return $port }
    set factor [expr {[llength $argv] > 1 ? [lindex $argv 1] : 0.01}]
    return [wan_start $name $port [seed4_network $factor [incr networks]]]
}

# Ends a process, by its own number and with a bounded wait for each try; answers what is wrong with that.
proc sites_stop {name} {
    global process PATIENCE
    set p [dict get $process $name]
    set tries [expr {[dict get $p kind] eq "site" ? {{} TERM KILL} : {TERM KILL}}]
    foreach how $tries {
        if {$how ne ""} { catch {exec /bin/sh -c "kill -$how [dict get $p number]"} }
        for {set i 0} {$i < $PATIENCE && [sites_alive $name]} {incr i} { after 10 }
        if {![sites_alive $name]} { break }
    }
    dict unset process $name
    if {[catch {close [dict get $p channel]} why] || $how ne [lindex $tries 0]} { return "$name: $why; it said: [string range [sites_said [dict get $p log] 0] end-300 end]" }
    return ""
}

# The test is over: the sites hear it and end, then the networks are ended. An error when one did not end well.
proc sites_end {} {
    global process
    wipe
    set wrong {}
    foreach kind {site network} {
        foreach name [dict keys $process] {
            if {[dict get $process $name kind] eq $kind} { lappend wrong [sites_stop $name] }
        }
    }
    set wrong [lsearch -all -inline -not -exact $wrong ""]
    if {[llength $wrong]} { error [join $wrong "\n"] }
}

set process [dict create]
