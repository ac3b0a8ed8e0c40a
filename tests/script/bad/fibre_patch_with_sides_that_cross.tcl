# stderr: :4: .*section Fiber 1: a cell of the patch has no area, or is turned over.*corners in order round the patch
model basic -ndm 2 -ndf 3
uniaxialMaterial Elastic 1 100
section Fiber 1 {
    patch quad 1 2 2 -1 -1 1 1 1 -1 -1 1
}
