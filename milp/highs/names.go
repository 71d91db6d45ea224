package highs

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

// names translate between the names of C functions and those in the build.
type names struct {
	exports map[string]string // C name to name in the build
	imports map[string]string // name in the build to C name
	start   string            // the export that runs constructors
}

// readNames reads the JavaScript beside the build.
func readNames(path string) (*names, error) {
	base := strings.TrimSuffix(path, filepath.Ext(path))
	var text []byte
	var err error
	for _, end := range []string{".js", ".mjs", ".cjs"} {
		if text, err = os.ReadFile(base + end); err == nil {
			break
		}
	}
	if err != nil {
		return nil, fmt.Errorf("the JavaScript that belongs to %s is missing: %w", path, err)
	}
	n, err := parseNames(text)
	if err != nil {
		return nil, fmt.Errorf("%s.js: %w", base, err)
	}
	return n, nil
}

func parseNames(text []byte) (*names, error) {
	exportName := regexp.MustCompile(`([\w$]+)=wasmExports\["([^"]+)"\]`)
	importList := regexp.MustCompile(`wasmImports=\{([^}]*)\}`)
	startName := regexp.MustCompile(`function initRuntime\(\)\{[^}]*?wasmExports\["([^"]+)"\]\(\)`)
	n := &names{exports: map[string]string{}, imports: map[string]string{}}
	for _, m := range exportName.FindAllSubmatch(text, -1) {
		n.exports[bare(m[1])] = string(m[2])
	}
	for _, m := range regexp.MustCompile(`Module\["(\w+)"\]=wasmExports\["([^"]+)"\]`).FindAllSubmatch(text, -1) {
		n.exports[bare(m[1])] = string(m[2])
	}
	list := importList.FindSubmatch(text)
	start := startName.FindSubmatch(text)
	if list == nil || start == nil {
		return nil, fmt.Errorf("it is not what Emscripten writes")
	}
	n.start = string(start[1])
	for pair := range bytes.SplitSeq(list[1], []byte(",")) {
		short, long, ok := bytes.Cut(bytes.TrimSpace(pair), []byte(":"))
		if !ok {
			long = short
		}
		n.imports[strings.Trim(string(short), `"' `)] = bare(bytes.TrimSpace(long))
	}
	return n, nil
}

// bare takes away the underlines that compilers put in front of names.
func bare(name []byte) string { return strings.TrimLeft(string(name), "_") }
