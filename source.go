package farbank

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"runtime"
	"strings"

	"farbank/examples"
	"farbank/internal/bounded"
	"farbank/internal/sources"
	"farbank/lang/syntax"
)

// MaxSource is the default maximum size of a file, in bytes.
const MaxSource = sources.MaxSize

// ExamplePrefix before a name selects the example of that name, even if there is a file.
const ExamplePrefix = "example:"

// A Source is the text of a problem and its origin.
type Source struct {
	File    string // name in messages
	Text    string
	Example bool // an example that ships with the program
}

// FindSource returns the text for a name: the file of that name, or else the file NAME.far, or else the
// example of that name. example:NAME is always the example. It reads at most limit bytes (0 means MaxSource),
// and ends with ctx.
func FindSource(ctx context.Context, name string, limit int64) (*Source, error) {
	if name == "" {
		return nil, errors.New("the name of the file is empty; a file or the name of an example is needed")
	}
	if example, ok := strings.CutPrefix(name, ExamplePrefix); ok {
		if s := exampleSource(example); s != nil {
			return s, nil
		}
		return nil, noSuchExample(example)
	}
	text, err := bounded.ReadFile(ctx, name, limit)
	if err == nil {
		return &Source{File: name, Text: sources.Text(text)}, nil
	}
	var directory *bounded.DirectoryError
	isDirectory := errors.As(err, &directory)
	if !isDirectory && !missing(err) {
		return nil, err
	}
	if s, err := besides(ctx, name, limit); s != nil || err != nil {
		return s, err
	}
	if s := exampleSource(name); s != nil {
		return s, nil
	}
	if isDirectory {
		return nil, fmt.Errorf("%s is a directory; a .far file or the name of an example is needed", name)
	}
	return nil, noSuchSource(name, err)
}

// besides reads the file NAME.far if it exists.
func besides(ctx context.Context, name string, limit int64) (*Source, error) {
	file := name + ".far"
	if info, err := os.Stat(file); err != nil || info.IsDir() {
		return nil, nil
	}
	text, err := bounded.ReadFile(ctx, file, limit)
	if err != nil {
		return nil, err
	}
	return &Source{File: file, Text: sources.Text(text)}, nil
}

// missing reports whether a read error means that the file does not exist. Systems without a file system
// report this in their own way.
func missing(err error) bool {
	var failed *fs.PathError
	fewFiles := runtime.GOOS == "js" || runtime.GOOS == "wasip1"
	return errors.Is(err, fs.ErrNotExist) || fewFiles && errors.As(err, &failed)
}

func exampleSource(name string) *Source {
	name = strings.TrimSuffix(name, ".far")
	if text, ok := examples.Source(name); ok {
		return &Source{File: name + ".far", Text: text, Example: true}
	}
	return nil
}

func noSuchExample(name string) error {
	return fmt.Errorf("there is no example %s; %s", name, orExamples(syntax.Suggest(name, examples.Names())))
}

func orExamples(near string) string {
	if near != "" {
		return "did you mean " + near + "?"
	}
	return "farbank examples lists the examples"
}

func noSuchSource(name string, err error) error {
	if !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%s cannot be read, and there is no such example: %w", name, err)
	}
	return fmt.Errorf("there is no file and no example %s; %s", name, orExamples(syntax.Suggest(name, nearby())))
}

// maxNearby is the maximum number of files of a folder that are considered for suggestions.
const maxNearby = 1000

// nearby returns the names for suggestions: examples, and the models of the current folder.
func nearby() []string {
	names := examples.Names()
	dir, err := os.Open(".")
	if err != nil {
		return names
	}
	defer dir.Close()
	files, _ := dir.Readdirnames(maxNearby)
	for _, f := range files {
		if strings.HasSuffix(f, ".far") {
			names = append(names, f, strings.TrimSuffix(f, ".far"))
		}
	}
	return names
}

// Load reads a problem from a file or, if there is no such file, the example of that name; see
// FindSource.
func Load(name string, opts ...Option) (*Problem, error) {
	if domain, problem, ok := sources.PDDLNames(name); ok {
		return LoadPDDL(domain, problem, opts...)
	}
	s, err := FindSource(optionsOf(opts).Context, name, 0)
	if err != nil {
		return nil, err
	}
	return Parse(s.File, s.Text, opts...)
}
