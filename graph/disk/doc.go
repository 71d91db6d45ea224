// Package disk stores sets of packed states in files: sorted, compressed and read sequentially. It knows
// only records of a few words.
//
// Records are sorted in buffers that fit the cache ([Sorter]), written as sorted runs or sets of blocks
// with checksums ([Writer]), merged ([Merge]) and subtracted from each other ([Difference]). This is
// delayed duplicate detection (Korf 2004). A [Room] is the folder of the files, with a limit on their total
// size.
package disk
