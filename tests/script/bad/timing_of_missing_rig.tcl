# stderr: there is no expControl with this tag: expControl 3
expTiming 3
