# stderr: exp_callback_without_a_program.tcl:2: expControl Callback 1: the program has given no specimen of this name: column; .*tandem_rig_add
expControl Callback 1 column
