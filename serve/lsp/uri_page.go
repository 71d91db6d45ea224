//go:build page

package lsp

// A page has a text and no files: no document has a path.

func pathOf(string) string     { return "" }
func uriOf(path string) string { return path }
