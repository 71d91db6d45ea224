package main

import (
	"bytes"
	"debug/buildinfo"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/CycloneDX/cyclonedx-go"
)

// A module is a dependency of the programs.
type module struct{ Path, Version, Sum, Dir string }

// modulesOf returns the dependencies that are linked into the programs.
func modulesOf(binaries []binary) ([]module, error) {
	seen := map[string]module{}
	for _, b := range binaries {
		for _, path := range []string{b.path, b.server} {
			info, err := buildinfo.ReadFile(path)
			if err != nil {
				return nil, err
			}
			for _, d := range info.Deps {
				if d.Path == "farbank" { // its own module
					continue
				}
				if d.Replace != nil {
					d = d.Replace
				}
				seen[d.Path+"@"+d.Version] = module{Path: d.Path, Version: d.Version, Sum: d.Sum}
			}
		}
	}
	var list []module
	for _, key := range slices.Sorted(maps.Keys(seen)) {
		m := seen[key]
		out, err := exec.Command("go", "mod", "download", "-json", m.Path+"@"+m.Version).Output()
		if err != nil {
			return nil, fmt.Errorf("%s: %w", m.Path, err)
		}
		if err := json.Unmarshal(out, &m); err != nil {
			return nil, err
		}
		list = append(list, m)
	}
	slices.SortStableFunc(list, func(a, b module) int { return strings.Compare(a.Path, b.Path) })
	return list, nil
}

var licenceFile = regexp.MustCompile(`(?i)^(licen[cs]e|copying|notice|patents)([._-].*)?$`)

// licences writes the licences of all dependencies and the bill of materials.
func (r *release) licences() error {
	var b bytes.Buffer
	b.WriteString("Farbank is distributed under its own licence, in the file LICENSE. Its programs hold parts of others, under these licences.\n")
	for _, m := range append(r.modules, module{Path: "Go's standard library", Version: "", Dir: goroot()}) {
		entries, err := os.ReadDir(m.Dir)
		if err != nil {
			return err
		}
		found := false
		for _, e := range entries {
			if e.IsDir() || !licenceFile.MatchString(e.Name()) {
				continue
			}
			text, err := os.ReadFile(filepath.Join(m.Dir, e.Name()))
			if err != nil {
				return err
			}
			fmt.Fprintf(&b, "\n%s\n%s %s, %s\n\n%s\n", strings.Repeat("=", 80), m.Path, m.Version, e.Name(), bytes.TrimSpace(text))
			found = true
		}
		if !found {
			return fmt.Errorf("%s %s has no licence", m.Path, m.Version)
		}
	}
	if err := r.write("THIRD-PARTY-LICENSES.txt", b.Bytes()); err != nil {
		return err
	}
	return r.parts()
}

func goroot() string {
	out, _ := exec.Command("go", "env", "GOROOT").Output()
	return strings.TrimSpace(string(out))
}

// parts writes the list of parts.
func (r *release) parts() error {
	bom := cyclonedx.NewBOM()
	bom.Metadata = &cyclonedx.Metadata{Timestamp: r.at.Format("2006-01-02T15:04:05Z"),
		Component: &cyclonedx.Component{BOMRef: "farbank", Type: cyclonedx.ComponentTypeApplication, Name: "farbank", Version: r.tag}}
	var list []cyclonedx.Component
	for _, m := range r.modules {
		url := "pkg:golang/" + m.Path + "@" + m.Version
		list = append(list, cyclonedx.Component{BOMRef: url, Type: cyclonedx.ComponentTypeLibrary, Name: m.Path, Version: m.Version, PackageURL: url,
			Properties: &[]cyclonedx.Property{{Name: "go:sum", Value: m.Sum}}})
	}
	bom.Components = &list
	var b bytes.Buffer
	enc := cyclonedx.NewBOMEncoder(&b, cyclonedx.BOMFileFormatJSON)
	enc.SetPretty(true)
	if err := enc.Encode(bom); err != nil {
		return err
	}
	return r.write("farbank-"+r.tag+"-sbom.cdx.json", b.Bytes())
}
