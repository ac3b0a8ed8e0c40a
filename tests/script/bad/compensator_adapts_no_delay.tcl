# stderr: compensator_adapts_no_delay.tcl:3.*expCompensator Lead 2.*-adaptive: it takes out no delay
# stderr: Advance, Horiuchi and Inverse do
expCompensator Lead 2 0.01 0.0001 -adaptive
