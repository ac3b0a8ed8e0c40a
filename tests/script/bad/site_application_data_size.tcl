# stderr: expSite SimAppSite 1: -dataSize is out of range: 1000000000 \(allowed: whole numbers from 1 to 65536\)
expSite SimAppSite 1 127.0.0.1 8090 -dataSize 1000000000
