// Package propagate derives bounds from bounds: by rows, and by the implications between binaries.
// The two call each other: fixing a binary triggers its implications in the conflict graph, which
// are bounds again.
package propagate
