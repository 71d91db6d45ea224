//go:build page

package durable

const Possible = false
