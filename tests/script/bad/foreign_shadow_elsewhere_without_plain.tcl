# stderr: expSite ShadowSite 1: 192\.0\.2\.1 port 8090: .*-plain says that this is wanted
model basic -ndm 1 -ndf 1
node 1 0.0
node 2 1.0
expSite ShadowSite 1 192.0.2.1 8090
expElement truss 1 1 2 -site 1 -initStif 4.0
