# command: words rnu
# status: 2
# stderr: tandem: unknown subcommand: rnu; did you mean run
