# stderr: expSite SimAppSite 1: ipPort is missing
expSite SimAppSite 1 127.0.0.1
