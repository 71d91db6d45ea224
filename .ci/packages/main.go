// Command packages completes a release. It takes the programs farbank-TAG-OS-ARCH and
// farbank-server-TAG-OS-ARCH of a folder, and writes archives, packages for Debian and Fedora, a
// formula for Homebrew, a folder for an image, the page as static files, the licences of all dependencies, a bill of
// materials (CycloneDX) and SHA256SUMS. The same commit gives the same bytes.
//
//	packages -dist dist -tag v1.2.3 -time 1790000000 -root . -man man -site site
package main

import (
	"flag"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"regexp"
	"sort"
	"strings"
	"time"
)

// A release is a release under construction.
type release struct {
	dist, root, tag string
	man, site       string    // folders of the manual pages and of the page; may be empty
	at              time.Time // time of the commit, for reproducible archives
	binaries        []binary
	modules         []module
}

// A binary is the pair of programs for one system.
type binary struct{ path, server, os, arch string }

func (r *release) version() string { return strings.TrimPrefix(r.tag, "v") }

func main() {
	r := &release{}
	seconds := int64(0)
	flag.StringVar(&r.dist, "dist", "dist", "the folder with the binaries")
	flag.StringVar(&r.root, "root", ".", "the root of the project")
	flag.StringVar(&r.tag, "tag", "", "the tag")
	flag.StringVar(&r.man, "man", "", "the folder with the manual pages")
	flag.StringVar(&r.site, "site", "", "the folder with the page as static files")
	flag.Int64Var(&seconds, "time", 0, "when the commit was made, in seconds since 1970")
	flag.Parse()
	r.at = time.Unix(seconds, 0).UTC()
	if err := r.make(); err != nil {
		log.Fatal(err)
	}
}

func (r *release) make() error {
	if !regexp.MustCompile(`^v[0-9]+\.[0-9]+\.[0-9]+(-[0-9A-Za-z.-]+)?$`).MatchString(r.tag) {
		return fmt.Errorf("-tag %q: a tag is v1.2.3 or v1.2.3-rc.1", r.tag)
	}
	for _, step := range []func() error{r.find, r.licences, r.archives, r.static, r.linux, r.formula, r.image, r.sums} {
		if err := step(); err != nil {
			return err
		}
	}
	return nil
}

// find finds the programs and their dependencies.
func (r *release) find() error {
	paths, err := filepath.Glob(filepath.Join(r.dist, "farbank-"+r.tag+"-*"))
	if err != nil {
		return err
	}
	sort.Strings(paths)
	for _, p := range paths {
		system := strings.TrimSuffix(strings.TrimPrefix(filepath.Base(p), "farbank-"+r.tag+"-"), ".exe")
		if system, arch, ok := strings.Cut(system, "-"); ok {
			server := filepath.Join(r.dist, "farbank-server"+strings.TrimPrefix(filepath.Base(p), "farbank"))
			if _, err := os.Stat(server); err != nil {
				return err
			}
			r.binaries = append(r.binaries, binary{p, server, system, arch})
		}
	}
	if len(r.binaries) == 0 {
		return fmt.Errorf("%s has no binaries of %s", r.dist, r.tag)
	}
	r.modules, err = modulesOf(r.binaries)
	return err
}

func (r *release) write(name string, b []byte) error {
	path := filepath.Join(r.dist, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		return err
	}
	return os.WriteFile(path, b, 0o666)
}
