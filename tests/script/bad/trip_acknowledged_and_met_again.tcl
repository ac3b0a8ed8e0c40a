# stdout: ^first: .*the command is outside its limits
# stdout: ^seen: $
# stderr: :\d+: .*the command is outside its limits
# The step that failed is tried again: what is still wrong trips again, with its own cause.
model BasicBuilder -ndm 1 -ndf 1
node 1 0.0
node 2 10.0
fix 1 1
mass 2 0.05
uniaxialMaterial Steel02 1 4.0 12.0 0.05 18.0 0.925 0.15
expControlPoint 1 1 disp -lim -0.05 0.05
expControl SimUniaxialMaterials 1 1 -trialCP 1
expSetup OneActuator 1 -control 1 1 -sizeTrialOut 1 1
expSite LocalSite 1 1
expElement truss 1 1 2 -site 1 -initStif 12.0
timeSeries Trig 1 0.0 10.0 0.8 -factor 80.0
pattern UniformExcitation 1 1 -accel 1
constraints Plain
numberer Plain
system BandGeneral
test FixedNumIter 1
algorithm Linear
integrator NewmarkExplicit 0.5
analysis Transient
if {[catch {analyze 60 0.01}]} { puts "first: [expTrip]" }
expTrip -acknowledge
puts "seen: [expTrip]"
analyze 1 0.01
