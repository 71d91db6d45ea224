package main

import (
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

// native is Gecode with a library generated here.
const native = "org.farbank.gecode"

var (
	comment     = regexp.MustCompile(`(?m)^\s*%.*$|(?s:/\*.*?\*/)`)
	declaration = `\bpredicate\s+NAME\s*\(([^()]*)\)\s*(=|;)`
	argument    = regexp.MustCompile(`:\s*([A-Za-z_][A-Za-z_0-9]*)\s*(,|$)`)
)

// convertLibrary converts a library into a folder. In older libraries, a global is redefined under its own
// name. Since release 2.5, the standard library of MiniZinc expects the name fzn_NAME. With an older
// library, it decomposes most globals, and some do not compile.
func convertLibrary(library, standard, folder string) error {
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return err
	}
	files, err := filepath.Glob(filepath.Join(library, "*.mzn"))
	if err != nil {
		return err
	}
	made := map[string]string{}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		name := strings.TrimSuffix(filepath.Base(file), ".mzn")
		asked := exists(filepath.Join(standard, "fzn_"+name+".mzn"))
		now, _ := os.ReadFile(filepath.Join(standard, name+".mzn"))
		maps.Copy(made, convertGlobal(name, string(text), asked, strings.Contains(string(now), "[$")))
	}
	among := internalCalls(made)
	for to, text := range made {
		if strings.HasPrefix(to, "fzn_") {
			text = among(text)
		}
		if err := os.WriteFile(filepath.Join(folder, to), []byte(text), 0o666); err != nil {
			return err
		}
	}
	return nil
}

// internalCalls renames calls between redefined globals to the new names. The standard library's versions
// could lead back to the same global.
func internalCalls(made map[string]string) func(text string) string {
	var names []string
	for file := range made {
		name, ok := strings.CutPrefix(strings.TrimSuffix(file, ".mzn"), "fzn_")
		if _, kept := made[name+".mzn"]; ok && !kept {
			names = append(names, regexp.QuoteMeta(name))
		}
	}
	call := regexp.MustCompile(`\b(` + strings.Join(names, "|") + `)\s*\(`)
	return func(text string) string { return call.ReplaceAllString(text, "fzn_$1(") }
}

// convertGlobal returns the files for a global. asked means that the standard library uses fzn_NAME. wider
// means that its own NAME accepts arrays that this one does not.
func convertGlobal(name, text string, asked, wider bool) map[string]string {
	bare := comment.ReplaceAllString(text, "")
	head := regexp.MustCompile(strings.ReplaceAll(declaration, "NAME", regexp.QuoteMeta(name))).FindAllStringSubmatch(bare, -1)
	if !asked || len(head) != 1 {
		if asked {
			return nil // the standard library decomposes it
		}
		return map[string]string{name + ".mzn": text}
	}
	if head[0][2] == "=" {
		whole := regexp.MustCompile(`\b` + regexp.QuoteMeta(name) + `\s*\(`)
		return map[string]string{"fzn_" + name + ".mzn": whole.ReplaceAllString(bare, "fzn_"+name+"(")}
	}
	if wider {
		return nil
	}
	var names []string
	for _, m := range argument.FindAllStringSubmatch(head[0][1], -1) {
		names = append(names, m[1])
	}
	return map[string]string{
		name + ".mzn":          text,
		"fzn_" + name + ".mzn": "include \"" + name + ".mzn\";\npredicate fzn_" + name + "(" + head[0][1] + ") =\n    " + name + "(" + strings.Join(names, ", ") + ");\n",
	}
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}
