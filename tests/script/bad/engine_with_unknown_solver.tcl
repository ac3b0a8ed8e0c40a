# stderr: :2: engine condensed: there is no such engine: fast; help engine lists what there is
engine condensed -solver fast
