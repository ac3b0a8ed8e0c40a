# stderr: :2: node 1: there is no model yet; begin with: model
node 1 0 0
