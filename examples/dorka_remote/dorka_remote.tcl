# A frame of 504 freedoms with a friction device UHYDE-fbr in its first storey; the device is tested in a laboratory elsewhere: the geographically distributed
# continuous test that Obon Santacana and Dorka describe (15WCEE 2012, section 4). This script starts the laboratory (site.tcl) on this machine. N, m, s, kg
#
#   this program: 504 freedoms, factored once ──TCP── site laboratory: G_cc, eight sub-steps a step, actuator, device
#                         u0 at both ends of the step ──>
#                                   <── the last two forces
#
# Words behind the way to run: `wan factor where`, where = auto (default) or here, which runs the sub-steps in this program, with a round trip for each.
set modes {rig perfect numerical wan}
source [file join [file dirname [info script]] .. common.tcl]
defaultUnits -force N -length m -time sec -temp C
source [file join [file dirname [info script]] .. sites.tcl]
source [file join [file dirname [info script]] .. frame504 frame.tcl]
source [file join [file dirname [info script]] .. friction.tcl]
source [file join [file dirname [info script]] device.tcl]

set floor 1212                            ;# in the beam along x of the first floor; a stiff brace from the ground holds the other end of the device
friction_device $floor [file join [file dirname [info script]] site.tcl]

# 2 % at 3.5 Hz
rayleigh 0.0 0.0 [expr {0.02/($pi*3.5)}] 0.0
friction_shake $floor 3003

constraints Plain
numberer AMD
system SparseSYM
algorithm Linear
integrator Dorka -substeps 8 -P 0.95 -where [expr {[llength $argv] > 2 ? [lindex $argv 2] : "auto"}]
analysis Transient
set status [analyze 600 0.01]
sites_end

puts "friction device in the first storey, $mode: $elements elements"
friction_results "Frame with a friction device that is tested elsewhere"
finish $status
