// Package durable writes files that survive crashes of the program: it writes each to a temporary
// file, syncs it to disk, and then renames it. It keeps the previous generation.
//
//	header := durable.Header{Kind: "search", Version: 1, Problem: p, Question: q}
//	err := durable.Save("dir/states", header, func(w io.Writer) error { return store.Save(w) })
//	found, err := durable.Load("dir/states", header, func(r io.Reader) error { return store.Restore(r) })
//
// A file is a header (its kind, the version of its format, digests of the problem and of the
// question that it belongs to), blocks of at most 1 MiB, each with a checksum, and an end with a
// checksum of the whole. A Reader checks each block before it returns its bytes, so files of
// gigabytes are streamed. If a file is damaged or truncated, Load reads the previous generation.
// Files of something else are refused. errors.Is distinguishes the reasons: see [ErrForeign] and
// the following errors.
//
// All numbers are little-endian:
//
//	header  magic [8]byte, version of this layout u32, size of what follows u32,
//	        kind (size u32, bytes), version u32, problem [32]byte, question [32]byte,
//	        CRC-32C of all before u32
//	block   size u32 (1 to 1 MiB), CRC-32C of its number, size and bytes u32, bytes
//	end     0 u32, blocks u64, bytes u64, SHA-256 of the header and the head of each block
package durable
