# stdout: ^tag 7 free again$
# silent: WARNING
expLimits 7 -stroke -5 5 -velocity 20 -force -100 100 -following 0.5 -followingTime 0.02 -watchdog 0.1 -late 0.01 -onTrip unload -tripVelocity 1 -zeroForce 0.2
expLimits 8 -onTrip ramp -velocity 2
removeExp limit 7
expLimits 7 -stroke 0 1e6
removeExp limits
expLimits 7
expLimits 8
puts "tag 7 free again"
