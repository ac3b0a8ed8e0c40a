# stderr: stability.*unknown.*delays.*did you mean.*delay
stability delays
