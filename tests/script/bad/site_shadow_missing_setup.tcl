# stderr: expSite ShadowSite 1: there is no expSetup with this tag: expSetup 7
expSite ShadowSite 1 -setup 7 127.0.0.1 8090
