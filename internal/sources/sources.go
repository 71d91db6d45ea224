// Package sources reads the texts of problems.
package sources

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"farbank/internal/bounded"
)

// MaxSize is the default maximum size of a file, in bytes.
const MaxSize = 16 << 20

// Text converts the bytes of a file to the text of a problem: it removes a byte order mark, and
// replaces carriage returns by newlines if lines end with carriage returns alone.
func Text(b []byte) string {
	text := strings.TrimPrefix(string(b), "\uFEFF")
	if !strings.Contains(text, "\n") {
		text = strings.ReplaceAll(text, "\r", "\n")
	}
	return text
}

// Loader returns a function that reads the files that a problem uses: each once, together at most limit
// bytes (0 means MaxSize), until ctx is done.
func Loader(ctx context.Context, limit int64) func(name string) (string, error) {
	if limit <= 0 {
		limit = MaxSize
	}
	left, read := limit, map[string]string{}
	return func(name string) (string, error) {
		if text, ok := read[name]; ok {
			return text, nil
		}
		if left <= 0 {
			return "", fmt.Errorf("the files that are used are larger than %d bytes together", limit)
		}
		b, err := bounded.ReadFile(ctx, name, left)
		if failed := (*fs.PathError)(nil); errors.As(err, &failed) {
			err = failed.Err // the caller says which file cannot be read
		}
		if err == nil {
			left -= int64(len(b))
			read[name] = Text(b)
		}
		return read[name], err
	}
}

// PDDLNames splits a name such as "domain.pddl,problem.pddl" into the names of the two files; ok is
// false if it does not have this form.
func PDDLNames(name string) (domain, problem string, ok bool) {
	domain, problem, ok = strings.Cut(name, ",")
	return domain, problem, ok && IsPDDL(domain) && IsPDDL(problem)
}

// IsPDDL reports whether a file name ends in .pddl.
func IsPDDL(name string) bool { return strings.HasSuffix(strings.ToLower(name), ".pddl") }
