# stderr: -snr and -signal belong together
expSensor Transducer 1 -snr 78
