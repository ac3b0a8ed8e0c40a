# stdout: ^same 1, other 0$
proc content {name} {
	set f [open $name]
	set text [read $f]
	close $f
	return $text
}
foreach {run seed} {1 7 2 7 3 8} {
	model BasicBuilder -ndm 1 -ndf 1
	expSeed $seed
	node 1 0.0
	node 2 10.0
	fix 1 1
	mass 2 0.05
	uniaxialMaterial Steel02 1 4.0 12.0 0.05 18.0 0.925 0.15
	expSignalFilter ErrorSimRandomGauss 1 0.0 0.01
	expSignalFilter ErrorSimRandomGauss 2 0.001 0.05
	expControl SimUniaxialMaterials 1 1 -ctrlFilters 1 0 0 0 0 -daqFilters 0 0 0 2 0
	expSetup OneActuator 1 -control 1 1 -sizeTrialOut 1 1
	expSite LocalSite 1 1
	expElement truss 1 1 2 -site 1 -initStif 12.0
	recorder Node -file disp$run.out -precision 17 -node 2 -dof 1 disp
	expRecorder SignalFilter -file noise$run.out -precision 17 -time -filter 1 2 outSig
	timeSeries Trig 1 0.0 10.0 0.8 -factor 80.0
	pattern UniformExcitation 1 1 -accel 1
	constraints Plain
	numberer Plain
	system BandGeneral
	test FixedNumIter 1
	algorithm Linear
	integrator NewmarkExplicit 0.5
	analysis Transient
	analyze 100 0.01
	wipeExp
	wipe
}
set one [content disp1.out][content noise1.out]
puts "same [string equal $one [content disp2.out][content noise2.out]], other [string equal $one [content disp3.out][content noise3.out]]"
