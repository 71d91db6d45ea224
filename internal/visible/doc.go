// Package visible makes arbitrary texts safe to display: characters that a terminal would
// interpret, that are invisible, or that change the text direction, are replaced by signs.
//
//	fmt.Println(visible.Line("a\x1b[2Jb")) // a␛[2Jb
//
// ASCII control characters become their pictures (Unicode, U+2400 to U+2421). Others (C1,
// bidirectional controls, zero-width characters) become escapes as in Go, \u202e; so do bytes that
// are not UTF-8, \xff. A joiner stays where it has an effect: in emoji, and in scripts that are
// written with it.
//
// The package also computes the width of texts in terminal columns.
package visible
