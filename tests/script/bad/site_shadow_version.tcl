# stderr: expSite ShadowSite 1: -version is out of range: -2 \(allowed: > 0\)
expSite ShadowSite 1 127.0.0.1 8090 -version -2
