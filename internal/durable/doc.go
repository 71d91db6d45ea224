// Package durable keeps files that must outlast whatever happens to the program that
// writes them: each is written under another name beside its own, put on the disk, and
// only then given its name, and the generation before is kept.
//
//	header := durable.Header{Kind: "search", Version: 1, Problem: p, Question: q}
//	err := durable.Save("dir/states", header, func(w io.Writer) error { return store.Save(w) })
//	found, err := durable.Load("dir/states", header, func(r io.Reader) error { return store.Restore(r) })
//
// A file is a header (what it is, the version of its format, digests of the problem and of
// the question that it belongs to), blocks of at most 1 MiB, each with a checksum, and an
// end with a checksum of the whole. Blocks are checked before their bytes are handed on,
// so gigabytes go through without being held. Of a file that is damaged or cut the
// generation before is taken; what belongs to something else is refused. errors.Is tells
// apart why: see [ErrForeign] and those beside it.
//
// All figures are little-endian:
//
//	header  magic [8]byte, version of this layout u32, size of what follows u32,
//	        kind (size u32, bytes), version u32, problem [32]byte, question [32]byte,
//	        CRC-32C of all before u32
//	block   size u32 (1 to 1 MiB), CRC-32C of its number, size and bytes u32, bytes
//	end     0 u32, blocks u64, bytes u64, SHA-256 of the header and the head of each block
package durable
