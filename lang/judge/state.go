package judge

import "farbank/lang/types"

// A State has the values of the find variables, then those of the state variables, as
// declared. It is not changed once it has been handed out.
type State []types.Value
