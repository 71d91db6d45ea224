package made

// What the tests outside the package use.
var (
	Long  = long
	Seeds = seeds
)
