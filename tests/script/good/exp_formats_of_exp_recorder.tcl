# file r.xml: <expSiteOutput tag="1">
# file r.csv: \A0,0\n0\.01,
# stdout: ^binary 54$
# stdout: ^hdf5 1$
# file added.out: \A(0 0\n){2}
model BasicBuilder -ndm 1 -ndf 1
node 1 0.0
node 2 10.0
fix 1 1
mass 2 0.05
uniaxialMaterial Elastic 1 12.0
expControl SimUniaxialMaterials 1 1
expSetup OneActuator 1 -control 1 1 -sizeTrialOut 1 1
expSite LocalSite 1 1
expElement truss 1 1 2 -site 1 -initStif 12.0
expRecorder Site -xml r.xml -time -site 1 outForce
expRecorder Site -csv r.csv -time -site 1 outForce -closeOnWrite
expRecorder Site -binary r.bin -site 1 outForce
expRecorder Site -hdf5 r.h5 -time -site 1 outForce
expRecorder Site -file added.out -time -site 1 outForce
removeExp recorder 5
expRecorder Site -fileAdd added.out -time -site 1 outForce
timeSeries Trig 1 0.0 10.0 0.8 -factor 80.0
pattern UniformExcitation 1 1 -accel 1
constraints Plain
numberer Plain
system BandGeneral
test FixedNumIter 1
algorithm Linear
integrator NewmarkExplicit 0.5
analysis Transient
analyze 5 0.01
wipeExp
puts "binary [file size r.bin]"
puts "hdf5 [file exists r.h5]"
