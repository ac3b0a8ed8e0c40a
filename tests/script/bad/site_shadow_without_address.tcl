# stderr: expSite ShadowSite 1: ipAddr and ipPort of the ActorSite are missing
expSite ShadowSite 1 -version 2.8
