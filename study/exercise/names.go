package exercise

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"farbank/lang/syntax"
)

// A signature is a name that a file must declare: its kind, and the list in brackets behind it, of
// which only the length matters for arrays, moves and functions.
type signature struct {
	kind, name string
	list       []string // nil if none is required
}

// parseSignature parses "state at[Thing]", "move cross(cargo)", "enum Jug { a, b }".
func parseSignature(s string) signature {
	kind, rest, _ := strings.Cut(s, " ")
	if kind == "param" && strings.HasPrefix(rest, "enum ") {
		kind, rest = "param enum", strings.TrimPrefix(rest, "enum ")
	}
	end := strings.IndexAny(rest, "[({")
	if end < 0 {
		return signature{kind: kind, name: strings.TrimSpace(rest)}
	}
	list := strings.Split(strings.Trim(rest[end:], "[](){} "), ",")
	for i := range list {
		list[i] = strings.TrimSpace(list[i])
	}
	if len(list) == 1 && list[0] == "" {
		list = []string{}
	}
	return signature{kind, strings.TrimSpace(rest[:end]), list}
}

// checkNames checks whether a file declares the wanted names.
func checkNames(tree *syntax.File, wanted []string) []Result {
	there := map[string]signature{}
	for _, d := range tree.Decls {
		if s, ok := declared(d); ok {
			there[s.name] = s
		}
	}
	var missing []Result
	for _, w := range wanted {
		s := parseSignature(w)
		got, ok := there[s.name]
		why := s.misses(got, ok)
		if near := syntax.Suggest(s.name, slices.Sorted(maps.Keys(there))); !ok && near != "" {
			why += fmt.Sprintf("; did you mean %s?", near)
		}
		if why != "" {
			missing = append(missing, Result{Missing, "names", "the file declares " + w, why, "The text of the task says what the check needs; you can choose all other names."})
		}
	}
	if missing == nil {
		return []Result{{Status: Holds, Asked: "names", Expected: "the file declares " + strings.Join(wanted, ", ")}}
	}
	return missing
}

// misses describes how a declaration differs from s, or returns "".
func (s signature) misses(got signature, there bool) string {
	switch {
	case !there:
		return fmt.Sprintf("there is no %s %s", s.kind, s.name)
	case got.kind != s.kind:
		return fmt.Sprintf("%s is declared as %s there", s.name, got.kind)
	case s.kind == "enum" && s.list != nil:
		for _, m := range s.list {
			if !slices.Contains(got.list, m) {
				return fmt.Sprintf("the enum %s has no %s", s.name, m)
			}
		}
		if len(got.list) != len(s.list) {
			return fmt.Sprintf("the enum %s has %d members", s.name, len(got.list))
		}
	case s.list == nil && s.kind != "enum" && s.kind != "param enum" && len(got.list) > 0:
		return fmt.Sprintf("%s has an index there", s.name)
	case s.list != nil && len(got.list) != len(s.list):
		what := "index"
		if s.kind == "move" || s.kind == "def" {
			what = "parameter"
		}
		return fmt.Sprintf("%s has %s there", s.name, number(len(got.list), what))
	}
	return ""
}

func number(n int, what string) string {
	switch {
	case n == 0:
		return "no " + what
	case n == 1:
		return "1 " + what
	case what == "index":
		return fmt.Sprintf("%d indices", n)
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// declared returns the signature of a declaration.
func declared(d syntax.Decl) (signature, bool) {
	switch d := d.(type) {
	case *syntax.ValueDecl:
		return signature{d.Kind.String(), d.Name.Name, fieldNames(d.Index)}, true
	case *syntax.EnumDecl:
		s := signature{kind: "enum", name: d.Name.Name, list: []string{}}
		if d.Param {
			s.kind = "param enum"
		}
		for _, m := range d.Members {
			s.list = append(s.list, m.Name)
		}
		return s, true
	case *syntax.MoveDecl:
		return signature{"move", d.Name.Name, fieldNames(d.Params)}, true
	case *syntax.DefDecl:
		return signature{"def", d.Name.Name, fieldNames(d.Params)}, true
	case *syntax.TypeDecl:
		return signature{kind: "type", name: d.Name.Name}, true
	}
	return signature{}, false
}

// fieldNames returns the names of parameters and indices, with "" for an index without a name.
func fieldNames(fields []*syntax.Field) []string {
	names := []string{}
	for _, f := range fields {
		if len(f.Names) == 0 {
			names = append(names, "")
		}
		for _, n := range f.Names {
			names = append(names, n.Name)
		}
	}
	return names
}
