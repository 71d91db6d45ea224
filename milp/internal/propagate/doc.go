// Package propagate tells what bounds follow from bounds: by rows, and by what the values
// of binaries imply for one another. The two call each other: a column that becomes fixed
// is followed through the conflict graph, whose implications are bounds again.
package propagate
