# stderr: logFile ~nobodyofthisname/x.log: user "nobodyofthisname" doesn't exist
logFile ~nobodyofthisname/x.log
