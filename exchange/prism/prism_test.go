package prism_test

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"farbank"
	"farbank/exchange"

	"github.com/google/go-cmp/cmp"
)

const ruin = `puzzle "Ruin"
state has: 0..3 = 1
move win cost 2 by chance weight 2 { require has in 1..2
    has += 1 }
move lose by chance { require has in 1..2
    has -= 1 }
goal has == 3
`

const duel = `puzzle "Duel"
state x: 0..3 = 1
state mine: bool = true
move up { require mine and x in 1..2
    x += 1
    mine = false }
move down cost 3 by foe { require not mine and x in 1..2
    x -= 1
    mine = true }
goal x == 3
`

// TestWritten compares the models of a decision process and of a game with files.
func TestWritten(t *testing.T) {
	for name, source := range map[string]string{"ruin.prism": ruin, "duel.prism": duel, "ruin.jani": ruin} {
		p, err := farbank.Parse("x.far", source)
		if err != nil {
			t.Fatal(err)
		}
		var b bytes.Buffer
		if err := farbank.Export(context.Background(), p, strings.TrimPrefix(filepath.Ext(name), "."), farbank.ExportOptions{}, &b); err != nil {
			t.Fatal(err)
		}
		want, err := os.ReadFile("testdata/" + name)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(want), b.String()); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

func TestRefused(t *testing.T) {
	for _, source := range []string{
		"state x: 0..3 = 0\nmove up { x += 1 }\ngoal x == 3\n",
		"unknown u: 0..3\nstate x: 0..3 = 0\nmove up { x = u }\ngoal known(u)\n",
		"state x: 0..10000000 = 0\nmove up by foe { require x < 10000000\n x += 1 }\ngoal x == 9999999\n",
	} {
		p, err := farbank.Parse("x.far", source)
		if err != nil {
			t.Fatal(err)
		}
		for _, l := range []string{"prism", "jani"} {
			var refused *exchange.Refusal
			if err := farbank.Export(context.Background(), p, l, farbank.ExportOptions{}, &bytes.Buffer{}); !errors.As(err, &refused) {
				t.Errorf("%s: %v: %s", l, err, source)
			}
		}
	}
}
