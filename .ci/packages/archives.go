package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sort"
	"strings"
)

// An entry is a file of an archive.
type entry struct {
	name string
	text []byte
	mode int64
}

// contents returns the files of an archive.
func (r *release) contents(b binary) ([]entry, error) {
	extension := ""
	if b.os == "windows" {
		extension = ".exe"
	}
	var list []entry
	for _, f := range []struct {
		path, name string
		mode       int64
	}{{b.path, "farbank" + extension, 0o755}, {b.server, "farbank-server" + extension, 0o755}, {filepath.Join(r.root, "LICENSE"), "LICENSE", 0o644}, {filepath.Join(r.root, "README.md"), "README.md", 0o644},
		{filepath.Join(r.dist, "THIRD-PARTY-LICENSES.txt"), "THIRD-PARTY-LICENSES.txt", 0o644}} {
		text, err := os.ReadFile(f.path)
		if err != nil {
			return nil, err
		}
		list = append(list, entry{f.name, text, f.mode})
	}
	return list, nil
}

// archives writes an archive for each system: .tar.gz, for Windows .zip.
func (r *release) archives() error {
	for _, b := range r.binaries {
		list, err := r.contents(b)
		if err != nil {
			return err
		}
		base := fmt.Sprintf("farbank-%s-%s-%s", r.tag, b.os, b.arch)
		if b.os == "windows" {
			err = r.zip(base, list)
		} else {
			err = r.tar(base, list)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// static writes an archive of the page as static files.
func (r *release) static() error {
	if r.site == "" {
		return nil
	}
	var list []entry
	err := filepath.WalkDir(r.site, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		name, err := filepath.Rel(r.site, path)
		list = append(list, entry{filepath.ToSlash(name), text, 0o644})
		return err
	})
	if err != nil {
		return err
	}
	return r.tar(fmt.Sprintf("farbank-%s-site", r.tag), list)
}

func (r *release) tar(base string, list []entry) error {
	var b bytes.Buffer
	z, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err != nil {
		return err
	}
	w := tar.NewWriter(z)
	for _, e := range list {
		h := &tar.Header{Name: base + "/" + e.name, Mode: e.mode, Size: int64(len(e.text)), ModTime: r.at, Format: tar.FormatUSTAR}
		if err := w.WriteHeader(h); err != nil {
			return err
		}
		if _, err := w.Write(e.text); err != nil {
			return err
		}
	}
	if err := w.Close(); err != nil {
		return err
	}
	if err := z.Close(); err != nil {
		return err
	}
	return r.write(base+".tar.gz", b.Bytes())
}

func (r *release) zip(base string, list []entry) error {
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for _, e := range list {
		h := &zip.FileHeader{Name: base + "/" + e.name, Method: zip.Deflate, Modified: r.at}
		h.SetMode(fs.FileMode(e.mode))
		f, err := w.CreateHeader(h)
		if err != nil {
			return err
		}
		if _, err := f.Write(e.text); err != nil {
			return err
		}
	}
	if err := w.Close(); err != nil {
		return err
	}
	return r.write(base+".zip", b.Bytes())
}

// image writes a folder from which an image is built: docker build dist/image.
func (r *release) image() error {
	for _, b := range r.binaries {
		if b.os != "linux" {
			continue
		}
		for _, program := range []struct{ from, name string }{{b.path, "farbank"}, {b.server, "farbank-server"}} {
			text, err := os.ReadFile(program.from)
			if err != nil {
				return err
			}
			path := filepath.Join("image", b.arch, program.name)
			if err := r.write(path, text); err != nil {
				return err
			}
			if err := os.Chmod(filepath.Join(r.dist, path), 0o755); err != nil {
				return err
			}
		}
	}
	if err := r.write("image/data/.keep", nil); err != nil { // a folder that the user of the image may write to
		return err
	}
	return r.write("image/Dockerfile", []byte(`FROM scratch
ARG TARGETARCH=amd64
COPY ${TARGETARCH}/farbank ${TARGETARCH}/farbank-server /
COPY --chown=65532:65532 data /data
COPY --chown=65532:65532 data /tmp
USER 65532:65532
EXPOSE 8080
ENTRYPOINT ["/farbank"]
CMD ["serve", "--listen", ":8080", "--db", "/data/serve.db", "--tokens", "/tokens.txt", "--log", "json"]
`))
}

// sums writes the checksums of all files.
func (r *release) sums() error {
	var lines []string
	err := filepath.WalkDir(r.dist, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || d.Name() == "SHA256SUMS" {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		name, err := filepath.Rel(r.dist, path)
		lines = append(lines, fmt.Sprintf("%x  %s\n", sha256.Sum256(text), filepath.ToSlash(name)))
		return err
	})
	if err != nil {
		return err
	}
	sort.Slice(lines, func(i, j int) bool { return lines[i][66:] < lines[j][66:] })
	return r.write("SHA256SUMS", []byte(strings.Join(lines, "")))
}
