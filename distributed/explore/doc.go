// Package explore finds what can be reached in a problem, layer by layer, in jobs of Apache Beam.
//
// A layer is parted by a hash of the states. A worker expands a part of it: the successors are
// sorted in blocks, one for each part that they belong to, and these blocks travel (an element a
// state would take fifty times as long). The blocks of a part of the next layer are merged, what
// earlier layers hold is taken away, and the rest is a file. Where every move can be undone, two
// layers are all that have to be taken away; else all of them.
//
// Whether moves can be undone is tried on some states of each part, and at the end told by a sum
// of hashes over all moves (layer.Moves.Balance): if it is not so, everything is done again with
// all layers taken away. A plan that was found is a shortest one either way, since states of older
// layers that come again lead nowhere that was not reached before.
//
// Sources: breadth-first search with delayed duplicate detection (Korf 2004), frontier search
// (Korf, Zhang, Thayer and Hohwald 2005), parallel by hash (Evett and others 1995).
package explore
