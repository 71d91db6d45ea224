// Package visible shows texts that may hold anything to people: what a terminal would
// obey, and what would not be seen or would hide the order of the rest, is shown as a sign.
//
//	fmt.Println(visible.Line("a\x1b[2Jb")) // a␛[2Jb
//
// Control characters of ASCII become their pictures (Unicode, U+2400 to U+2421). Others
// (C1, signs that turn the direction of writing, signs without width) become escapes as
// in Go, \u202e; so do bytes that are no UTF-8, \xff. A joiner stays where it joins: in
// emoji, and in scripts that are written with it.
//
// It also says how many columns of a terminal a text takes.
package visible
