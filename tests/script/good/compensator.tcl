# stdout: ^on time 0.5000000 late 0.4600000$
# stdout: ^gone 1$
# A ramp behind a delay of four ticks, with and without the compensator of the channel.
proc ramp {words} {
	wipe
	wipeExp
	model basic -ndm 1 -ndf 1
	node 1 0.0
	node 2 0.0
	fix 1 1
	uniaxialMaterial Elastic 1 1.0
	expSpecimen Material 1 1
	expActuator Delay 1 0.004
	expCompensator Horiuchi 1 2 0.004 -limit 0.1
	eval expControl VirtualRig 1 -rate 1000 -channel 1 -actuator 1 $words
	expSetup OneActuator 1 -control 1 1 -sizeTrialOut 1 1
	expSite LocalSite 1 1
	expElement twoNodeLink 1 1 2 -dir 1 -site 1 -initStif 1.0 -noRayleigh
	timeSeries Linear 1 -factor 10.0
	pattern Plain 1 1 {sp 2 1 1.0}
	constraints Transformation
	numberer Plain
	system BandGeneral
	algorithm Linear
	integrator LoadControl 0.001
	analysis Static
	analyze 50
	return [lindex [eleResponse 1 forces] 1]
}
puts [format "on time %.7f late %.7f" [ramp "-compensator 1"] [ramp ""]]
removeExp compensator 1
puts "gone [catch {removeExp compensator 1}]"
