// Package exact checks solutions in rational arithmetic, so that no rounding error of the search
// makes an infeasible point a solution.
package exact
