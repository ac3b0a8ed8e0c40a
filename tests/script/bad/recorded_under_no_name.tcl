# stderr: recorded_under_no_name.tcl:2: recorded: no recorder keeps rows under this name: roof; recorder Node -memory roof
recorded roof
