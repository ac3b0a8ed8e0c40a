# stderr: :4: .*the ring goes round more than once: 720 \(allowed: at most 360 degrees\)
model basic -ndm 2 -ndf 3
uniaxialMaterial Elastic 1 100
section Fiber 1 {
    patch circ 1 8 2 0 0 0.4 0.5 0 720
}
