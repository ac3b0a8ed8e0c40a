# stderr: unknown type of generate: TrusTower; did you mean TrussTower\?
generate TrusTower 5
