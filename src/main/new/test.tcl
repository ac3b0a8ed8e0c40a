# NAME: a first hybrid test. A frame of two storeys in an earthquake; its first storey is a specimen in a laboratory, the second one is computed.
#
#        +-----+ 2     mass m      computed: a spring that yields (element twoNodeLink)
#        |     |
#        +-----+ 1     mass m      tested: an actuator moves it, a load cell measures what it resists (expElement twoNodeLink)
#        |     |
#      __|_____|__ 0
#
#   tandem rehearse test.tcl        the day before: would it go well? limits, margins, what to change
#   tandem run test.tcl             the test, in a virtual laboratory and in virtual time; its results are in runs/
#   tandem report runs/ID           was it a good test? one page with a verdict
#   tandem run --realtime test.tcl  the same against the clock
#
# `tandem help COMMAND` explains every word below.   Units: kN, mm, s
defaultUnits -force kN -length mm -time sec -temp C

# --- the structure ------------------------------------------------------------------------------------------------
set m 0.02                      ;# kN s^2/mm = 20 t a storey
set k 3.0                       ;# kN/mm, a storey
model basic -ndm 1 -ndf 1       ;# along a line, one freedom a node
node 0 0.0
node 1 0.0 -mass $m
node 2 0.0 -mass $m
fix 0 1

uniaxialMaterial Steel02 2 60.0 $k 0.05 18.0 0.925 0.15      ;# yields at 60 kN, 5 % hardening
element twoNodeLink 2 1 2 -mat 2 -dir 1 -doRayleigh          ;# the second storey, computed

# --- the laboratory -----------------------------------------------------------------------------------------------
# what the virtual specimen is made of. A real one is an expDevice instead (docs/devices.md)
uniaxialMaterial Steel02 1 45.0 $k 0.05 18.0 0.925 0.15
expSpecimen Material 1 1
expActuator FirstOrder 1 0.010                  ;# it lags by 10 ms
expSensor Transducer 1 -rms 0.01                ;# displacement [mm]
expSensor Transducer 2 -rms 0.05                ;# force [kN]
# what the rig must never do, at any tick: beyond it everything comes to rest
expLimits 1 -stroke -80 80 -velocity 400 -force -120 120 -following 20 -watchdog 0.5 -onTrip ramp -tripVelocity 20
expCompensator Inverse 1 0.010                  ;# takes the lag out
expCommand Lagrange 1                           ;# the way between two targets
expController 1 1
expControl VirtualRig 1 -rate 1000 -scale 10 -controller 1 -channel 1 -actuator 1 -dispSensor 1 -forceSensor 2 -compensator 1 -limits 1
expSetup OneActuator 1 -control 1 1 -sizeTrialOut 1 1
expSite LocalSite 1 1
expElement twoNodeLink 1 0 1 -dir 1 -site 1 -initStif $k     ;# the first storey, tested

# --- what watches it: warn, pause or stop when a number is no longer good -----------------------------------------------
monitor Tracking 1 -control 1 -on rms1 -warn 0.5 -stop 5.0 -hysteresis 0.2      ;# mm
monitor HSEI 2 -uy 15.0 20.0 -k $k $k -on hseiI -warn -0.05 -pause -0.20 -hysteresis 0.02

# --- the earthquake -----------------------------------------------------------------------------------------------
# an artificial one. A recorded one: timeSeries Path 1 -dt 0.01 -filePath elcentro.txt -factor 9810 (tandem motion convert reads all formats)
set ag {}
for {set i 0} {$i <= 2000} {incr i} {
    set t [expr {0.01*$i}]
    set envelope [expr {$t < 2.0 ? $t/2.0 : $t < 10.0 ? 1.0 : exp(-0.35*($t - 10.0))}]
    lappend ag [expr {1800.0*$envelope*(0.6*sin(7.3*$t) + 0.5*sin(11.9*$t + 1.0)*cos(0.7*$t) + 0.25*sin(23.0*$t + 2.0))}]
}
timeSeries Path 1 -dt 0.01 -values $ag          ;# mm/s^2
pattern UniformExcitation 1 1 -accel 1
rayleigh 0.3 0.0 0.002 0.0                      ;# damping: alpha M + beta K0

# --- the run ------------------------------------------------------------------------------------------------------
recorder Node -file disp.out -time -node 1 2 -dof 1 disp
recorder Element -file loop.out -ele 1 deformationsANDforces
constraints Plain
numberer Plain
system BandGeneral
algorithm Linear -initial
integrator AlphaOS 0.9                          ;# one command a step: nothing iterates on a specimen
analysis Transient
analyze 2000 0.01

plot disp.svg -title "NAME" -xlabel "time \[s\]" -ylabel "displacement \[mm\]" -x 1 -y 2 3 -name "first floor" "second floor" disp.out
plot loop.svg -title "The specimen" -xlabel "drift \[mm\]" -ylabel "force \[kN\]" -x 1 -y 2 loop.out
