# stderr: expCommand AMRI 3: fewer equations than unknowns: -N is less than -M: -N 3 .allowed: at least 4
expCommand AMRI 3 -M 4 -N 3
