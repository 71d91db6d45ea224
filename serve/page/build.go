package page

import "strings"

// inlined are the packages whose functions run often: only in them are short functions put
// in place of calls, since that makes the program larger by a fifth. Of patterns that match
// the last counts.
const inlined = `internal/... runtime/... runtime math/bits sync/atomic cmp slices syscall/js farbank/graph/... farbank/model
farbank/engine/states farbank/engine/search/... farbank/fold farbank/constraint/kernel farbank/constraint/internal/...
farbank/milp/simplex farbank/milp/lu`

// BuildArgs are the arguments of go that build the engines for browsers into a file, as small
// as they can be: GOOS=js and GOARCH=wasm are to be set beside. The tag page leaves out what
// no page asks for.
func BuildArgs(file, pkg string) []string {
	args := []string{"build", "-tags", "page", "-trimpath", "-ldflags", "-s -w", "-gcflags=all=-l"}
	for _, p := range strings.Fields(inlined) {
		args = append(args, "-gcflags="+p+"=")
	}
	return append(args, "-o", file, pkg)
}
