// Package layer keeps the layers of a breadth-first search as files in a folder, on this machine
// or in a bucket (whatever file systems of Apache Beam are linked in).
//
//	space.json                  what is searched: the problem's text and data, and how it is parted
//	layer-000012/part-0003      the states of layer 12 that belong to part 3: sorted runs
//	layer-000012/part-0003.json how many they are
//	layer-000012/moves-0003.json what expanding them came to
//	layer-000012/seen-0003      the states of layers 0 to 12 of part 3, in some layers
//	layer-000012/layer.json     the layer is finished, and what it holds
//	layer-000012/moves.json     it is expanded, and what that came to
//
// Files on this machine are written under another name and renamed; in buckets they are there
// when they are complete. What is in them depends on the problem alone, so that work may be done
// twice, at the same time too.
package layer
