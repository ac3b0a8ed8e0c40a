# stderr: expSite ShadowSite 1: -setup is not a whole number: mine
expSite ShadowSite 1 -setup mine 127.0.0.1 8090
