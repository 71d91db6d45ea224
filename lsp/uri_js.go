package lsp

// A browser has no files. Without net/url the page's program is smaller.

func pathOf(string) string { return "" }

func uriOf(path string) string { return path }
