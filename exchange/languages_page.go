//go:build page

package exchange

// Languages is empty: a page writes no files of other systems.
var Languages []*Language
