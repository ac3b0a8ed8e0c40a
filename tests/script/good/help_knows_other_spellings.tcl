# stdout: ^element corotTruss tag
help element CorotTruss
