package main

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"text/template"

	"github.com/goreleaser/nfpm/v2"
	_ "github.com/goreleaser/nfpm/v2/deb" // registers a format
	"github.com/goreleaser/nfpm/v2/files"
	_ "github.com/goreleaser/nfpm/v2/rpm"
)

const about = "Solver for problems of the form: where things are, what may move, what must never happen, where all should end"

// linux writes packages for Debian and Fedora: the programs, manual pages, a systemd service.
func (r *release) linux() error {
	for _, b := range r.binaries {
		if b.os != "linux" {
			continue
		}
		for _, format := range []string{"deb", "rpm"} {
			if err := r.linuxPackage(b, format); err != nil {
				return fmt.Errorf("%s for %s: %w", format, b.arch, err)
			}
		}
	}
	return nil
}

// manual returns the compressed manual pages.
func (r *release) manual() (files.Contents, error) {
	if r.man == "" {
		return nil, nil
	}
	pages, err := filepath.Glob(filepath.Join(r.man, "*.1"))
	if err != nil || len(pages) == 0 {
		return nil, fmt.Errorf("%s has no manual pages", r.man)
	}
	var list files.Contents
	for _, p := range pages {
		text, err := os.ReadFile(p)
		if err != nil {
			return nil, err
		}
		var b bytes.Buffer
		z, _ := gzip.NewWriterLevel(&b, gzip.BestCompression)
		z.Write(text)
		z.Close()
		packed := p + ".gz"
		if err := os.WriteFile(packed, b.Bytes(), 0o644); err != nil {
			return nil, err
		}
		list = append(list, r.file(packed, "/usr/share/man/man1/"+filepath.Base(packed), 0o644))
	}
	return list, nil
}

func (r *release) file(from, to string, mode os.FileMode) *files.Content {
	return &files.Content{Source: from, Destination: to, FileInfo: &files.ContentFileInfo{Mode: mode, MTime: r.at}}
}

func (r *release) linuxPackage(b binary, format string) error {
	pages, err := r.manual()
	if err != nil {
		return err
	}
	info := &nfpm.Info{
		Name: "farbank", Arch: b.arch, Platform: "linux", Version: r.version(), Section: "science", Priority: "optional",
		Maintainer: "Farbank", Description: about, License: "see /usr/share/doc/farbank/LICENSE", MTime: r.at,
		Overridables: nfpm.Overridables{
			Contents: append(files.Contents{
				r.file(b.path, "/usr/bin/farbank", 0o755),
				r.file(b.server, "/usr/bin/farbank-server", 0o755),
				r.file(filepath.Join(r.root, "deploy/farbank.service"), "/usr/lib/systemd/system/farbank.service", 0o644),
				r.file(filepath.Join(r.root, "LICENSE"), "/usr/share/doc/farbank/LICENSE", 0o644),
				r.file(filepath.Join(r.dist, "THIRD-PARTY-LICENSES.txt"), "/usr/share/doc/farbank/THIRD-PARTY-LICENSES.txt", 0o644),
			}, pages...),
			RPM: nfpm.RPM{BuildHost: "farbank"},
		},
	}
	info = nfpm.WithDefaults(info)
	packager, err := nfpm.Get(format)
	if err != nil {
		return err
	}
	var out bytes.Buffer
	if err := packager.Package(info, &out); err != nil {
		return err
	}
	return r.write(packager.ConventionalFileName(info), out.Bytes())
}

var formulaText = template.Must(template.New("").Parse(`class Farbank < Formula
  desc "{{.About}}"
  homepage "{{.Home}}"
  version "{{.Version}}"
{{range .Systems}}
  on_{{.System}} do
{{- range .Files}}
    on_{{.CPU}} do
      url "{{$.Home}}/releases/download/{{$.Tag}}/{{.Name}}"
      sha256 "{{.Sum}}"
    end
{{- end}}
  end
{{end}}
  def install
    bin.install "farbank", "farbank-server"
    generate_completions_from_executable(bin/"farbank", "completion")
  end

  test do
    assert_match "no plan is shorter", shell_output("#{bin}/farbank solve wolf")
  end
end
`))

// formula writes the formula for Homebrew. FARBANK_HOME is the address of the project.
func (r *release) formula() error {
	type archive struct{ CPU, Name, Sum string }
	type system struct {
		System string
		Files  []archive
	}
	home := os.Getenv("FARBANK_HOME")
	if home == "" {
		home = "https://example.org/farbank"
	}
	var systems []system
	for name, goos := range map[string]string{"macos": "darwin", "linux": "linux"} {
		s := system{System: name}
		for _, b := range r.binaries {
			if b.os != goos {
				continue
			}
			file := fmt.Sprintf("farbank-%s-%s-%s.tar.gz", r.tag, b.os, b.arch)
			text, err := os.ReadFile(filepath.Join(r.dist, file))
			if err != nil {
				return err
			}
			s.Files = append(s.Files, archive{map[string]string{"amd64": "intel", "arm64": "arm"}[b.arch], file, fmt.Sprintf("%x", sha256.Sum256(text))})
		}
		if s.Files != nil {
			systems = append(systems, s)
		}
	}
	if len(systems) == 2 && systems[0].System > systems[1].System {
		systems[0], systems[1] = systems[1], systems[0]
	}
	var b bytes.Buffer
	err := formulaText.Execute(&b, map[string]any{"About": about, "Home": home, "Version": r.version(), "Tag": r.tag, "Systems": systems})
	if err != nil {
		return err
	}
	return r.write("farbank.rb", b.Bytes())
}
