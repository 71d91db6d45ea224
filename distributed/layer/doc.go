// Package layer stores the layers of a breadth-first search as files in a folder, on this machine
// or in a bucket (any file system of Apache Beam that is linked in).
//
//	space.json                  the problem's text and data, and the number of parts
//	layer-000012/part-0003      the states of part 3 of layer 12: sorted runs
//	layer-000012/part-0003.json their counts
//	layer-000012/moves-0003.json counts of the moves from these states
//	layer-000012/seen-0003      the states of part 3 of layers 0 to 12, for some layers
//	layer-000012/layer.json     exists if the layer is finished: its counts
//	layer-000012/moves.json     exists if the layer is expanded: counts of its moves
//
// Local files are written under a temporary name and renamed; files in buckets appear when they are
// complete. Their contents depend only on the problem, so work may be repeated, even concurrently.
package layer
