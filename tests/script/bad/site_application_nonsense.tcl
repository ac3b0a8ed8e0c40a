# stderr: expSite SimAppSite 1: unexpected word: nonsense
expSite SimAppSite 1 127.0.0.1 8090 nonsense
