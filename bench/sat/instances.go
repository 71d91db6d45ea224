package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"strconv"

	"farbank/constraint/cnf"
)

// An instance generates a formula.
type instance struct {
	name string
	make func() *cnf.Formula
	// for an export: the arguments of farbank export
	export []string
}

func from(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 40)) }

func threshold(k, variables, clauses int, seed uint64) instance {
	return instance{name: fmt.Sprintf("random-%d-%d-%d", k, variables, seed), make: func() *cnf.Formula { return random(from(seed), k, variables, clauses) }}
}

func made(name string, f func() *cnf.Formula) instance { return instance{name: name, make: f} }

func exported(example string, horizon int) instance {
	return instance{name: fmt.Sprintf("%s-%d", example, horizon), export: []string{example, "--horizon", strconv.Itoa(horizon)}}
}

// instances contains the formulas, in the order of the table.
var instances = []instance{
	threshold(3, 200, 852, 1),
	threshold(3, 200, 852, 2),
	threshold(3, 225, 959, 3),
	threshold(3, 225, 959, 4),
	threshold(3, 250, 1065, 5),
	threshold(3, 250, 1065, 6),
	threshold(3, 275, 1172, 7),
	threshold(3, 275, 1172, 8),
	threshold(3, 300, 1278, 9),
	threshold(3, 500, 2000, 10),
	threshold(5, 60, 1266, 11),
	threshold(5, 70, 1477, 12),
	made("colours-3-400", func() *cnf.Formula { return colours(from(13), 3, 400, 936) }),
	made("colours-5-100", func() *cnf.Formula { return colours(from(14), 5, 100, 573) }),
	made("quasigroup-28", func() *cnf.Formula { return quasigroup(from(15), 28, 330) }),
	made("quasigroup-32", func() *cnf.Formula { return quasigroup(from(16), 32, 430) }),
	made("pigeons-8", func() *cnf.Formula { return pigeons(8) }),
	made("pigeons-9", func() *cnf.Formula { return pigeons(9) }),
	made("pigeons-10", func() *cnf.Formula { return pigeons(10) }),
	made("factors-1018081", func() *cnf.Formula { return factors(1009*1009, 10) }),
	made("factors-4092493", func() *cnf.Formula { return factors(2017*2029, 11) }),
	made("factors-3999971", func() *cnf.Formula { return factors(3999971, 11) }),
	made("factors-15999989", func() *cnf.Formula { return factors(15999989, 12) }),
	made("miter-commute-5", func() *cnf.Formula { return commute(5) }),
	made("miter-commute-6", func() *cnf.Formula { return commute(6) }),
	made("miter-distribute-4", func() *cnf.Formula { return distribute(4) }),
	made("miter-adders-48", func() *cnf.Formula { return adders(48) }),
	made("parity-24", func() *cnf.Formula { return parities(from(17), 24) }),
	made("parity-30", func() *cnf.Formula { return parities(from(18), 30) }),
	made("ordering-50", func() *cnf.Formula { return ordering(50) }),
	made("progressions-3-9-77", func() *cnf.Formula { return progressions(3, 9, 77) }),
	made("progressions-4-5-54", func() *cnf.Formula { return progressions(4, 5, 54) }),
	exported("tiles", 18),
	exported("sokoban", 14),
	exported("sokoban", 15),
	exported("hanoi", 14),
	exported("hanoi", 15),
	exported("rush-hour", 20),
	exported("husbands", 10),
	{name: "langford-12", export: []string{"langford", "-p", "n=12"}},
}

// file writes the formula.
func (i instance) file(ctx context.Context, path string) error {
	if i.export != nil {
		args := append([]string{"export", "--to", "dimacs", "-o", path}, i.export...)
		if out, err := exec.CommandContext(ctx, *program, args...).CombinedOutput(); err != nil {
			return fmt.Errorf("%s: %w: %s", i.name, err, out)
		}
		return nil
	}
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	if err := dimacs(f, i.make()); err != nil {
		f.Close()
		return err
	}
	return f.Close()
}
