# stdout: ^(\d+\.\d+\.\d+) \1$
# stderr: ^elapsed time: \d+\.\d{6} s$
# Words of the stand-alone OpenFresco: a stopwatch, a title that nobody asks for, the version by its other name, and the names of its packages.
metaData -modelName portal -modelTitle "Portal frame"
start
puts "[version] [packageVersion]"
stop
foreach package {OpenFresco OpenFrescoTcl OpenFrescoPy} { loadPackage $package }
