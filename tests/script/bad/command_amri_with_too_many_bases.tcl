# stderr: expCommand AMRI 3: more polynomials than points: -R is more than -r: -R 5 .allowed: at most 4
expCommand AMRI 3 -r 4 -R 5
