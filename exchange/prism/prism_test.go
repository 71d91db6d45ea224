package prism_test

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"farbank"
	"farbank/exchange"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "write the files that the models are compared with")

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

// dice has an objective of chance: throw again or stop.
const dice = `puzzle "Throw again"
state eyes: 0..4 = 0
state throws: 0..2 = 0
state rolling: bool = false
state done: bool = false
move throw { require not rolling and not done and throws < 2
    rolling = true }
move stop { require not rolling and not done and eyes > 0
    done = true }
move die(n: 1..4) by chance { require rolling
    eyes = n
    throws += 1
    rolling = false }
goal done
maximize eyes
`

// toll has an objective against a foe, with the number of moves and a value that is undefined in one of the goals.
const toll = `puzzle "Toll"
state at: 0..3 = 0
move go(n: 1..2) cost 2 by foe when at == 1 { require at <= 1
    at += n }
goal at >= 2
minimize 6 / (at - 2) + 3 * steps + cost
`

// TestWritten compares the models of a decision process and of a game with files.
//
// The flag -update writes the files.
func TestWritten(t *testing.T) {
	for name, source := range map[string]string{"ruin.prism": ruin, "duel.prism": duel, "ruin.jani": ruin,
		"dice.prism": dice, "dice.jani": dice, "toll.prism": toll} {
		p, err := farbank.Parse("x.far", source)
		if err != nil {
			t.Fatal(err)
		}
		var b bytes.Buffer
		if err := farbank.Export(context.Background(), p, strings.TrimPrefix(filepath.Ext(name), "."), farbank.ExportOptions{}, &b); err != nil {
			t.Fatal(err)
		}
		if *update {
			if err := os.WriteFile("testdata/"+name, b.Bytes(), 0o666); err != nil {
				t.Fatal(err)
			}
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
		"state x: 0..3 = 0\nmove up by chance { x += 1 }\ngoal x == 3\nminimize x then steps\n",
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
