package made

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// String is the model as a file: its text, with the seed and what is given beside it
// as remarks.
func (m Model) String() string {
	var b strings.Builder
	b.WriteString(m.Source)
	if !strings.HasSuffix(m.Source, "\n") {
		b.WriteString("\n")
	}
	fmt.Fprintf(&b, "// made-up model of seed %d\n", m.Seed)
	for _, s := range m.Settings {
		fmt.Fprintf(&b, "// -p '%s=%s'\n", s.Name, strings.ReplaceAll(s.Value, "\n", `\n`))
	}
	if m.Data != "" {
		fmt.Fprintf(&b, "// --data %s\n", strings.ReplaceAll(m.Data, "\n", " "))
	}
	return b.String()
}

// Write writes a model into a folder as made-<seed>.far, and its data beside it. It
// returns the name of the file.
func (m Model) Write(dir string) (string, error) {
	name := filepath.Join(dir, fmt.Sprintf("made-%d.far", m.Seed))
	if m.Data != "" {
		if err := os.WriteFile(strings.TrimSuffix(name, ".far")+".json", []byte(m.Data), 0o644); err != nil {
			return "", err
		}
	}
	return name, os.WriteFile(name, []byte(m.String()), 0o644)
}
