# stdout: ^a\(1\) = x$
set a(1) x
parray a
