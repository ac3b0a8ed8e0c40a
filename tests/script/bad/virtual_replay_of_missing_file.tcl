# stderr: nowhere.txt
expSpecimen Replay 1 nowhere.txt
