# stderr: :2: model basic: .*-nmd
model basic -nmd 2
