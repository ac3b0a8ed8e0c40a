# stderr: quake\.AT2
motion read 1 quake.AT2
