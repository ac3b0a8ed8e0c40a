# stderr: expSite ShadowSite 1: unexpected word: 127\.0\.0\.1
expSite ShadowSite 1 127.0.0.1 8090 127.0.0.1 8091
