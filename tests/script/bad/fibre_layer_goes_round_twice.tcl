# stderr: :4: .*the bars go round more than once: 720
model basic -ndm 2 -ndf 3
uniaxialMaterial Elastic 1 100
section Fiber 1 {
    layer circ 1 9 0.001 0 0 0.4 -180 540
}
