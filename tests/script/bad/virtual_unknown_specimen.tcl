# stderr: unknown.*Materal.*Material
expSpecimen Materal 1 1
