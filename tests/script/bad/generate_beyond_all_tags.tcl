# stderr: generate TrussTower: too many elements: 18000 from tag 2147483000 on
generate TrussTower 1000 -element 2147483000
