# stderr: :3: imposedMotion 1: there is no MultipleSupport pattern
model basic -ndm 1
imposedMotion 1 1 1
