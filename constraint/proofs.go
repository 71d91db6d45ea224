//go:build !page

package constraint

// proofs is false where nobody asks for one: on a page. What writes them is left out of the
// program then.
const proofs = true
