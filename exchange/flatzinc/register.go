package flatzinc

import (
	"embed"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

//go:embed share
var share embed.FS

// Register makes the program known to MiniZinc, which searches a folder of the user. It writes
// a description farbank.msc, the library of constraints that are not decomposed, and a script
// that calls the program with flags. It returns the path of the description.
func Register(folder, program, version string, flags ...string) (string, error) {
	library := filepath.Join(folder, "farbank")
	if err := os.MkdirAll(library, 0o777); err != nil {
		return "", err
	}
	err := fs.WalkDir(share, "share", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := share.ReadFile(name)
		if err != nil {
			return err
		}
		file := filepath.Join(library, filepath.FromSlash(strings.TrimPrefix(name, "share/")))
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			return err
		}
		return os.WriteFile(file, text, 0o666)
	})
	if err != nil {
		return "", err
	}
	script := filepath.Join(library, "fzn-farbank")
	call := quoted(program) + " flatzinc"
	for _, f := range flags {
		call += " " + quoted(f)
	}
	if err := os.WriteFile(script, fmt.Appendf(nil, "#!/bin/sh\nexec %s \"$@\"\n", call), 0o777); err != nil {
		return "", err
	}
	text, err := json.MarshalIndent(map[string]any{
		"id": "org.farbank.farbank", "name": "Farbank", "version": version, "executable": script, "mznlib": library,
		"description": "lazy clause generation in Go", "tags": []string{"cp", "int", "lcg"},
		"stdFlags":    []string{"-a", "-n", "-f", "-s", "-t", "-p", "-r", "-v", "-i"},
		"supportsMzn": false, "supportsFzn": true, "needsSolns2Out": true, "needsMznExecutable": false, "needsStdlibDir": false, "isGUIApplication": false,
	}, "", "  ")
	if err != nil {
		return "", err
	}
	msc := filepath.Join(folder, "farbank.msc")
	return msc, os.WriteFile(msc, append(text, '\n'), 0o666)
}

// quoted quotes a word for the shell.
func quoted(text string) string { return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'" }
