# stderr: section Fiber 3.*material 7
model basic -ndm 2 -ndf 3
section Fiber 3 {
    patch rect 7 2 2 0 0 1 1
}
