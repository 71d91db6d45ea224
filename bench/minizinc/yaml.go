package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"
)

// A node is a value in the YAML headers of the specifications: a scalar, a list or a map. tag is its
// explicit tag, if it has one.
type node struct {
	tag    string
	scalar string
	list   []node
	keys   []string
	values map[string]node
}

func (n node) get(key string) node { return n.values[key] }

// has reports whether a map has a key.
func (n node) has(key string) bool { _, ok := n.values[key]; return ok }

// plain returns a scalar, list or set in a canonical form.
func (n node) plain() string {
	switch {
	case n.tag == "!Range":
		lo, hi, _ := strings.Cut(n.scalar, "..")
		a, _ := strconv.ParseInt(lo, 10, 64)
		b, _ := strconv.ParseInt(hi, 10, 64)
		return setText(interval(a, b))
	case n.tag == "!!set" && n.list == nil:
		return setText(slices.Collect(maps.Keys(n.values)))
	case n.tag == "!Trim":
		return strings.TrimSpace(n.scalar)
	case n.list != nil:
		var parts []string
		for _, x := range n.list {
			parts = append(parts, x.plain())
		}
		if n.tag == "!!set" {
			return setText(parts)
		}
		if n.tag == "!Unordered" {
			slices.Sort(parts)
		}
		return "[" + strings.Join(parts, ",") + "]"
	case n.values != nil:
		var parts []string
		for _, k := range slices.Sorted(maps.Keys(n.values)) {
			parts = append(parts, k+":"+n.values[k].plain())
		}
		return "(" + strings.Join(parts, ",") + ")"
	}
	return n.scalar
}

func interval(a, b int64) []string {
	if b-a > 1<<16 {
		return []string{fmt.Sprint(a, "..", b)}
	}
	list := []string{}
	for ; a <= b; a++ {
		list = append(list, fmt.Sprint(a))
	}
	return list
}

func setText(members []string) string {
	slices.SortFunc(members, func(a, b string) int {
		x, e1 := strconv.ParseFloat(a, 64)
		y, e2 := strconv.ParseFloat(b, 64)
		if e1 == nil && e2 == nil {
			return cmp.Compare(x, y)
		}
		return strings.Compare(a, b)
	})
	return "{" + strings.Join(slices.Compact(members), ",") + "}"
}

// documents parses the YAML documents of text.
func documents(text string) ([]node, error) {
	var docs []node
	for d := yaml.NewDecoder(strings.NewReader(text)); ; {
		var n yaml.Node
		switch err := d.Decode(&n); {
		case errors.Is(err, io.EOF):
			return docs, nil
		case err != nil:
			return nil, err
		}
		docs = append(docs, convert(&n))
	}
}

// convert converts a node of the parser.
func convert(n *yaml.Node) node {
	out := node{}
	switch n.Tag {
	case "!!str", "!!int", "!!float", "!!bool", "!!null", "!!seq", "!!map", "!!timestamp":
	default:
		out.tag = n.Tag
	}
	switch n.Kind {
	case yaml.DocumentNode:
		return convert(n.Content[0])
	case yaml.AliasNode:
		return convert(n.Alias)
	case yaml.ScalarNode:
		out.scalar = n.Value
		if x, err := strconv.ParseFloat(n.Value, 64); err == nil && n.Tag == "!!float" {
			out.scalar = strconv.FormatFloat(x, 'g', -1, 64)
		}
	case yaml.SequenceNode:
		out.list = []node{}
		for _, c := range n.Content {
			out.list = append(out.list, convert(c))
		}
	case yaml.MappingNode:
		out.values = map[string]node{}
		for i := 0; i < len(n.Content); i += 2 {
			key := convert(n.Content[i]).plain()
			out.keys = append(out.keys, key)
			out.values[key] = convert(n.Content[i+1])
		}
	}
	return out
}
