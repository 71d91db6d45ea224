//go:build page

package lsp

// A page has a text and no files: no document has a path.

const files = false

func pathOf(string) string     { return "" }
func uriOf(path string) string { return path }
