package generated

// What the tests outside the package use.
var (
	Seeds = seeds
)
