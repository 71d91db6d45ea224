package generated

// For tests outside of the package.
var (
	Seeds = seeds
)
