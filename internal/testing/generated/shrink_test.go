package generated

import (
	"os"
	"strings"
	"testing"

	"farbank/lang/syntax"
)

// fileOf parses a text; it returns nil if that fails.
func fileOf(source string) *syntax.File {
	f, err := syntax.Parse("made.far", source)
	if err != nil {
		return nil
	}
	return f
}

// has reports whether ok holds for any expression or statement of a file.
func has(f *syntax.File, ok func(syntax.Node) bool) bool {
	p := &pruner{source: f.Source}
	p.collect(f)
	for _, e := range p.exprs {
		if ok(e) {
			return true
		}
	}
	return false
}

// TestShrinkPlanted checks that planted failures are reduced to texts of a line or two.
func TestShrinkPlanted(t *testing.T) {
	planted := []struct {
		name  string
		fails func(f *syntax.File) bool
		most  int // bytes
	}{
		{"a division in a sum", func(f *syntax.File) bool {
			return has(f, func(n syntax.Node) bool {
				e, ok := n.(*syntax.BinaryExpr)
				if !ok || e.Op != syntax.Plus {
					return false
				}
				for _, x := range parts(e) {
					if y, ok := x.(*syntax.BinaryExpr); ok && y.Op == syntax.Slash {
						return true
					}
				}
				return false
			})
		}, 60},
		{"a call of next", func(f *syntax.File) bool {
			return has(f, func(n syntax.Node) bool { c, ok := n.(*syntax.CallExpr); return ok && c.Fun.Name == "next" })
		}, 60},
		{"a set comprehension with where and a value", func(f *syntax.File) bool {
			return has(f, func(n syntax.Node) bool {
				c, ok := n.(*syntax.Comprehension)
				return ok && c.Kind == syntax.Set && c.Where != nil && c.Body != nil
			})
		}, 80},
		{"a move with a cost and two parameters", func(f *syntax.File) bool {
			for _, d := range f.Decls {
				if m, ok := d.(*syntax.MoveDecl); ok && m.Cost != nil && countNames(m.Params) > 1 {
					return true
				}
			}
			return false
		}, 60},
	}
	for _, p := range planted {
		t.Run(p.name, func(t *testing.T) {
			fails := func(m Model) bool { f := fileOf(m.Source); return f != nil && p.fails(f) }
			for seed := uint64(0); ; seed++ {
				m := New(seed, Options{})
				if !fails(m) {
					continue
				}
				small := Shrink(m, fails)
				if !fails(small) || len(small.Source) > p.most {
					t.Errorf("seed %d: %d bytes became %d:\n%s", seed, len(m.Source), len(small.Source), small.Source)
				}
				return
			}
		})
	}
}

// TestShrinkChecked checks that used names stay if the checker is asked as well.
func TestShrinkChecked(t *testing.T) {
	fails := func(m Model) bool {
		f := fileOf(m.Source)
		if f == nil || !has(f, func(n syntax.Node) bool { c, ok := n.(*syntax.CallExpr); return ok && c.Fun.Name == "ord" }) {
			return false
		}
		return checked(m) == nil
	}
	found := 0
	for seed := uint64(0); found < 3; seed++ {
		m := New(seed, Options{Without: Known})
		if !fails(m) {
			continue
		}
		found++
		small := Shrink(m, fails)
		if !fails(small) || len(small.Source) > 120 {
			t.Errorf("seed %d: %d bytes became %d:\n%s", seed, len(m.Source), len(small.Source), small.Source)
		}
	}
}

// TestWrite checks that a written model reads back as the same tree.
func TestWrite(t *testing.T) {
	for seed := range uint64(30) {
		m := New(seed, Options{})
		name, err := m.Write(t.TempDir())
		if err != nil {
			t.Fatal(err)
		}
		b, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.HasPrefix(string(b), m.Source) {
			t.Errorf("seed %d: the file does not begin with the text", seed)
		}
		a, c := fileOf(m.Source), fileOf(string(b))
		if (a == nil) != (c == nil) || a != nil && len(a.Decls) != len(c.Decls) {
			t.Errorf("seed %d: the file reads as something else", seed)
		}
	}
}

// TestShrinkUnread checks that a text that does not parse is reduced too.
func TestShrinkUnread(t *testing.T) {
	m := New(3, Options{})
	m.Source += "goal x ==== 1\n"
	small := Shrink(m, func(m Model) bool { return fileOf(m.Source) == nil && strings.Contains(m.Source, "====") })
	if small.Source != "====" {
		t.Errorf("it is %q", small.Source)
	}
}
