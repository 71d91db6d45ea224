package flatzinc

import (
	"slices"

	"farbank/constraint"
)

// findTables finds tables that MiniZinc splits into columns: array_int_element constraints with
// a common index that is not used elsewhere.
func (b *builder) findTables(f *file) {
	uses := map[string]int{}
	var count func(list ...expr)
	count = func(list ...expr) {
		for _, e := range list {
			if e.kind == 'n' {
				uses[e.name]++
			}
			count(e.list...)
		}
	}
	columns, order := map[string][]int{}, []string{}
	for i, c := range f.constraints {
		count(c.list...)
		if c.name == "array_int_element" && len(c.list) == 3 && c.list[0].kind == 'n' {
			index := c.list[0].name
			if columns[index] == nil {
				order = append(order, index)
			}
			columns[index] = append(columns[index], i)
		}
	}
	count(f.search...)
	count(f.objective)
	indices := map[string]*declaration{}
	for i := range f.declarations {
		d := &f.declarations[i]
		if d.value != nil {
			count(*d.value)
		}
		shown := slices.ContainsFunc(d.annotated, func(e expr) bool { return e.name == "output_var" })
		if plain(*d) && d.value == nil && !shown && len(columns[d.name]) > 1 {
			indices[d.name] = d
		}
	}
	for _, index := range order {
		if d, list := indices[index], columns[index]; d != nil && uses[index] == len(list) {
			b.tables[list[0]] = list
			for _, i := range list[1:] {
				b.tables[i] = nil
			}
			b.rows[index] = d
		}
	}
}

// table posts columns as a table constraint.
func (b *builder) table(f *file, columns []int) {
	var xs []constraint.Int
	var lists [][]int64
	n := -1
	for _, i := range columns {
		c := f.constraints[i]
		b.line = c.line
		a := args{b, c.list}
		xs, lists = append(xs, a.int(2)), append(lists, a.numbers(1))
		if last := lists[len(lists)-1]; n < 0 || len(last) < n {
			n = len(last)
		}
	}
	lo, hi, values := b.bounds(b.rows[f.constraints[columns[0]].list[0].name].domain)
	var rows [][]int64
	for k := range n {
		if v := int64(k) + 1; v < lo || v > hi || values != nil && !slices.Contains(values, v) {
			continue
		}
		row := make([]int64, len(lists))
		for j := range lists {
			row[j] = lists[j][k]
		}
		rows = append(rows, row)
	}
	b.m.Table(xs, rows)
}
