//go:build page

package constraint

const proofs = false
