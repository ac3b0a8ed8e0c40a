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
source [file join [file dirname [info script]] .. sites.tcl]
source [file join [file dirname [info script]] .. frame504 frame.tcl]
source [file join [file dirname [info script]] device.tcl]

set floor 1212                            ;# in the beam along x of the first floor; a stiff brace from the ground holds the other end of the device
if {$hybrid} {
    set port [site_reach laboratory [file join [file dirname [info script]] site.tcl] $mode]
    expSite NetworkSite 1 localhost $port -site laboratory -sizeTrialOut 1 1
    expElement generic 9001 -node $floor -dof 1 -site 1 -initStif $kf -noRayleigh
} else {
    node 9001 {*}[nodeCoord $floor]
    fix 9001 1 1 1 1 1 1
    uniaxialMaterial ElasticPP 11 $kf [expr {$mu*$area*$pressure/$kf}]
    element zeroLength 9001 9001 $floor -mat 11 -dir 1
}

# 2 % at 3.5 Hz
rayleigh 0.0 0.0 [expr {0.02/($pi*3.5)}] 0.0
motion generate 1 -seed 504 -duration 6.0 -dt 0.01 -pga 3.0 -groundHz 3.0 -baseline 3
set motion generated
pattern UniformExcitation 1 1 -accel 1

recorder Node -file response.out -time -precision 12 -node $floor 3003 -dof 1 disp
if {$hybrid} { recorder Element -file device.out -time -precision 12 -ele 9001 daqForce }
constraints Plain
numberer AMD
system SparseSYM
algorithm Linear
integrator Dorka -substeps 8 -P 0.95 -where [expr {[llength $argv] > 2 ? [lindex $argv 2] : "auto"}]
analysis Transient
set status [analyze 600 0.01]
sites_end

puts "friction device in the first storey, $mode: $elements elements"
result floor-peak [peak response.out 1] m
result roof-peak [peak response.out 2] m
if {$hybrid} { result device-force [peak device.out 1] N }
plot response.svg -title "Frame with a friction device that is tested elsewhere" -xlabel "time \[s\]" -ylabel "displacement \[m\]" \
    -x 1 -y 3 2 -name "roof" "first floor" response.out
finish $status
