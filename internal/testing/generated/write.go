package generated

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// String returns the model as a file: its text, with the seed and the inputs as comments.
func (m Model) String() string {
	var b strings.Builder
	b.WriteString(m.Source)
	if !strings.HasSuffix(m.Source, "\n") {
		b.WriteString("\n")
	}
	fmt.Fprintf(&b, "// generated model of seed %d\n", m.Seed)
	for _, s := range m.Settings {
		fmt.Fprintf(&b, "// -p '%s=%s'\n", s.Name, strings.ReplaceAll(s.Value, "\n", `\n`))
	}
	if m.Data != "" {
		fmt.Fprintf(&b, "// --data %s\n", strings.ReplaceAll(m.Data, "\n", " "))
	}
	for _, f := range m.Files {
		fmt.Fprintf(&b, "// %s:\n//   %s\n", f.Name, strings.ReplaceAll(strings.TrimSuffix(f.Source, "\n"), "\n", "\n//   "))
	}
	return b.String()
}

// Write writes a model into a folder as made-<seed>.far, with its data and used files beside it. It
// returns the name of the file.
func (m Model) Write(dir string) (string, error) {
	name := filepath.Join(dir, fmt.Sprintf("made-%d.far", m.Seed))
	if m.Data != "" {
		if err := os.WriteFile(strings.TrimSuffix(name, ".far")+".json", []byte(m.Data), 0o644); err != nil {
			return "", err
		}
	}
	for _, f := range m.Files {
		used := filepath.Join(dir, f.Name)
		if err := os.MkdirAll(filepath.Dir(used), 0o755); err != nil {
			return "", err
		}
		if err := os.WriteFile(used, []byte(f.Source), 0o644); err != nil {
			return "", err
		}
	}
	return name, os.WriteFile(name, []byte(m.String()), 0o644)
}
