# stderr: :3: pattern Plain 1: unknown time series: Lineal; did you mean Linear
model basic -ndm 1
pattern Plain 1 Lineal { }
