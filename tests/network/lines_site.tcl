# A site whose actuator is behind another program, one that speaks lines. Words: its port.
model basic -ndm 1 -ndf 1
expControlPoint 1 1 disp
expControlPoint 2 1 disp 1 force
expControl LabVIEW 1 127.0.0.1 [lindex $argv 0] -trialCP 1 -outCP 2
expSetup OneActuator 1 -control 1 1 -sizeTrialOut 1 1
expSite LocalSite 1 1
