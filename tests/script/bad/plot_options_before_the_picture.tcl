# stderr: plot: the name of the picture comes first: -title
# silent: cannot be opened
plot -title frame picture.svg disp.out
