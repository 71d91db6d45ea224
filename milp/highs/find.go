package highs

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// Variable is the environment variable with the path of the build.
const Variable = "FARBANK_HIGHS_WASM"

// ErrNotFound says that the build is nowhere.
var ErrNotFound = errors.New("highs.wasm not found")

// inside are the places of the build in a directory, a package, or what holds packages.
var inside = []string{"highs.wasm", "build/highs.wasm", "highs/build/highs.wasm", "node_modules/highs/build/highs.wasm"}

// Find gives the path of highs.wasm. The path given is that file, or a directory with it:
// the npm package, a node_modules, or what holds one. If it is empty, the environment variable
// FARBANK_HIGHS_WASM is such a path; if that is empty too, node_modules are looked for in the
// working directory and those above. The error is [ErrNotFound] if there is none.
func Find(path string) (string, error) {
	if path == "" {
		path = os.Getenv(Variable)
	}
	if path != "" {
		if found := look(path); found != "" {
			return found, nil
		}
		return "", fmt.Errorf("%w in %s", ErrNotFound, path)
	}
	dir, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for {
		if found := look(filepath.Join(dir, "node_modules")); found != "" {
			return found, nil
		}
		above := filepath.Dir(dir)
		if above == dir {
			return "", fmt.Errorf("%w: neither in $%s nor in a node_modules (npm install highs)", ErrNotFound, Variable)
		}
		dir = above
	}
}

func look(path string) string {
	info, err := os.Stat(path)
	if err != nil {
		return ""
	}
	if !info.IsDir() {
		return path
	}
	for _, name := range inside {
		name = filepath.Join(path, filepath.FromSlash(name))
		if info, err := os.Stat(name); err == nil && !info.IsDir() {
			return name
		}
	}
	return ""
}
