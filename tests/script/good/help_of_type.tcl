# stdout: ^element truss tag 
# stdout: cross-section|area
# stdout: -rho
help element truss
