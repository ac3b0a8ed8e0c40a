# stderr: root that is not left of the imaginary axis
expActuator TransferFunction 1 -num 1 -den 1 -2 5
