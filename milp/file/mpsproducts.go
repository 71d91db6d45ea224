package file

import "farbank/milp/problem"

// product reads a line of section QUADOBJ or QMATRIX: two columns and the entry of the matrix Q of
// the objective xQx/2. QUADOBJ has each pair of columns once, QMATRIX in both orders.
func (r *mpsReader) product(once bool) {
	w := r.l.words
	if r.fixed {
		f := r.l.byColumns()
		w = []word{f.head, f.pairs[0].name, f.pairs[0].number}
	}
	if len(w) != 3 {
		r.fail(r.l.words[0], "two columns and a number must stand here")
		return
	}
	a, known := r.findColumn(w[0])
	b, also := r.findColumn(w[1])
	v, ok := r.coefficient(w[2])
	if !known || !also || !ok {
		return
	}
	if !once || a == b {
		v /= 2
	}
	r.p.Products = append(r.p.Products, problem.Product{A: a, B: b, Coefficient: v})
}

// products writes section QUADOBJ.
func (w *mpsWriter) products() {
	if len(w.p.Products) == 0 {
		return
	}
	type pair struct{ a, b int }
	at := map[pair]int{}
	var list []problem.Product
	for _, d := range w.p.Products {
		p := pair{min(d.A, d.B), max(d.A, d.B)}
		k, there := at[p]
		if !there {
			k = len(list)
			at[p] = k
			list = append(list, problem.Product{A: p.a, B: p.b})
		}
		list[k].Coefficient = sum(list[k].Coefficient, d.Coefficient)
	}
	w.heading("QUADOBJ", "")
	for _, d := range list {
		v := d.Coefficient
		if d.A == d.B {
			v *= 2
		}
		w.begin("", w.p.Columns[d.A].Name)
		w.pair(firstPair, w.p.Columns[d.B].Name, v)
		w.end()
	}
}
