# stderr: expSite ShadowSite 1: -dataSize is out of range: 0 \(allowed: whole numbers from 1 to 65536\)
expSite ShadowSite 1 127.0.0.1 8090 -dataSize 0
