# stdout: ^expSite NetworkSite tag host port -site name <-sizeTrialOut t o> 
# stdout: where its tandem site listens \(required\)
help expSite NetworkSite
