# stderr: expControl Speedgoat 1: -udp: the target would have to send before it knows to whom
expControlPoint 1 1 disp
expControl Speedgoat 1 127.0.0.1 44000 -udp -trialCP 1 -outCP 1
