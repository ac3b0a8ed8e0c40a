# stderr: :2: model basic: -ndm .*: 4 \(allowed: .*1.*3
model basic -ndm 4
