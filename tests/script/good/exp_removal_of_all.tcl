# stdout: ^0 0 0 0 0 0 0$
# stdout: ^made again$
model BasicBuilder -ndm 1 -ndf 1
node 1 0.0
node 2 10.0
fix 1 1
mass 2 0.05
uniaxialMaterial Elastic 1 12.0
foreach run {1 2} {
	expControlPoint 1 1 disp
	expSignalFilter ErrorSimUndershoot 1 0.1
	expControl SimUniaxialMaterials 1 1 -trialCP 1 -ctrlFilters 1 0 0 0 0
	expSetup OneActuator 1 -control 1 1 -sizeTrialOut 1 1
	expSite LocalSite 1 1
	expRecorder Site -file site.out -site 1 outForce
	if {$run == 1} {
		set answers {}
		foreach kind {recorders sites setups controls signalFilters controlPoints tangentStiffs} { lappend answers [catch {removeExp $kind}] }
		puts $answers
	}
}
removeExp recorder 2
removeExp site 1
removeExp setup 1
removeExp control 1
removeExp signalFilter 1
removeExp controlPoint 1
puts "made again"
