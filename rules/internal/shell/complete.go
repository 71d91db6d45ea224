package shell

import (
	"strings"

	"farbank/rules/internal/compile"
	"farbank/rules/internal/core"
)

// Complete extends the word before the cursor by the common prefix of all names that begin with it.
// It returns the line, the new cursor, and whether it added anything.
func Complete(e *core.Environment, line string, cursor int) (string, int, bool) {
	start := strings.LastIndexAny(line[:cursor], " (\"\t") + 1
	word := line[start:cursor]
	if word == "" {
		return "", 0, false
	}
	common := ""
	for _, name := range compile.Names(e) {
		if !strings.HasPrefix(name, word) {
			continue
		}
		if common == "" {
			common = name
		}
		for !strings.HasPrefix(name, common) {
			common = common[:len(common)-1]
		}
	}
	if len(common) <= len(word) {
		return "", 0, false
	}
	return line[:start] + common + line[cursor:], start + len(common), true
}
