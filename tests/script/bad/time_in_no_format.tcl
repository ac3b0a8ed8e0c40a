# stderr: :2: getTime .*no format of a number.*: %1\.3y
getTime %1.3y
