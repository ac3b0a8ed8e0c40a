# stderr: :2: integrator Newmrk: unknown type of integrator: Newmrk; did you mean Newmark
integrator Newmrk 0.5 0.25
