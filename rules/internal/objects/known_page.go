//go:build page

package objects

const Known = false
