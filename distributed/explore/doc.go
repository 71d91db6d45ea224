// Package explore explores the state space of a problem layer by layer, in jobs of Apache Beam.
//
// A layer is partitioned by a hash of the states. A worker expands a part: it sorts the successors
// into blocks, one for each part they belong to, and emits these blocks (single states as elements
// would be much slower). The blocks of a part of the next layer are merged, the states of earlier
// layers are subtracted, and the rest is written to a file. If all moves are reversible, it
// suffices to subtract the two previous layers; otherwise all layers are subtracted.
//
// Reversibility is sampled on some states of each part, and verified at the end by a sum of hashes
// over all moves (layer.Moves.Balance). If it does not hold, the exploration is repeated with all
// layers subtracted. A plan is shortest in either case: states of older layers that reappear lead
// only to states reached earlier.
//
// Sources: breadth-first search with delayed duplicate detection (Korf 2004), frontier search
// (Korf, Zhang, Thayer and Hohwald 2005), parallel by hash (Evett and others 1995).
package explore
