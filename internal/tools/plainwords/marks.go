package main

import "regexp"

// words are the marks in running text: words and phrases of the private dialect in which the
// project was once written. Each has a plain counterpart that depends on what is meant.
var words = []struct {
	mark    string
	pattern *regexp.Regexp
	except  *regexp.Regexp // matches of pattern that it matches do not count; may be nil
}{
	{"told, tells", regexp.MustCompile(`(?i)\b(told|tells?|untold)\b`), nil},
	{"so many, so much", regexp.MustCompile(`(?i)\bso (many|much)\b(?: \w+)?`), nil},
	{"is none, has none", regexp.MustCompile(`(?i)\b(is|are|has|have|be|was) none\b`), nil},
	{"likewise", regexp.MustCompile(`(?i)\blikewise\b`), nil},
	{"nobody", regexp.MustCompile(`(?i)\b(nobody|whoever|whomever)\b`), nil},
	{"what something comes to", regexp.MustCompile(`(?i)\b(comes?|came) to\b`), nil},
	{"wanting", regexp.MustCompile(`(?i)\bwanting\b`), nil},
	{"has something be", regexp.MustCompile(`(?i)\b(has|have|had)( [a-z]+){1,4} be\b`),
		regexp.MustCompile(`(?i)\b(to|may|can|must|will|should|could|might|would|cannot|not|and|or|only|that) be$`)},
	{"is how many", regexp.MustCompile(`(?i)\b(is|are|was|were) how (many|much|often|far|long)\b`), nil},
	{"is what", regexp.MustCompile(`(?i)^\W*\w+ (is|are|was|were) (what|who|whom|where|why)\b`), regexp.MustCompile(`(?i)^\W*(here|there|this|that|it)\b`)},
	{"made-up", regexp.MustCompile(`(?i)\bmade[- ]up\b`), nil},
	{"be it", regexp.MustCompile(`(?i)\bbe (it|they|that)\b`), nil},
	{"is looked at", regexp.MustCompile(`(?i)\b(is|are|was|were|been|be) (looked at|gone through|looked for|looked up in)\b`), nil},
	{"by whom", regexp.MustCompile(`(?i)\b(by whom|of whom|to whom)\b`), nil},
	{"metaphors", regexp.MustCompile(`(?i)\b(rungs?|hubs?|wish(es)?|piles?|contests?|contestants?|loosened|sieves?|scouts?|joiners?|reachers?|likeness|unmade)\b`), nil},
}

// names are parts of identifiers for which the field has a term.
var names = map[string]string{
	"rung": "path node", "hub": "blank", "wish": "soft assumption", "pile": "merge tree", "contest": "portfolio",
	"contestant": "component", "loosened": "relaxed", "sieve": "difference", "scout": "relaxed reachability",
	"joiner": "join", "reacher": "relaxed reachability", "likeness": "orientation", "unmade": "inapplicable",
	"turning": "permutation puzzle", "told": "known", "tells": "reports", "likewise": "",
}
