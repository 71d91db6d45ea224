//go:build page

package examples

import "embed"

// files is empty: a page has the examples as a file of its own, and sends their text.
var files embed.FS
