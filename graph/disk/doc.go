// Package disk keeps sets of packed states in files: sorted, compressed, and read from the
// beginning to the end. It knows of records of a few words only.
//
// Records are put in order in buffers that fit the cache ([Sorter]), written as sorted runs
// or sets of blocks with checksums ([Writer]), and read back by merging ([Merge]) and by
// taking one set from another ([Sieve]): what Korf (2004) calls delayed duplicate detection.
// A [Room] is the folder they lie in, with a limit on their bytes.
package disk
