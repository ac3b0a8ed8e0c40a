# stderr: :4: expSetup Aggregator 2: number of parts after -setup: 1 \(allowed: at least 2\)
model basic -ndm 2 -ndf 3
expSetup OneActuator 1 1 -sizeTrialOut 1 1
expSetup Aggregator 2 -setup 1
