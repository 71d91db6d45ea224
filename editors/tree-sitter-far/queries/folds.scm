[(block) (members) (comment) (string)] @fold
