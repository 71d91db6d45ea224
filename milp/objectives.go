package milp

import (
	"errors"
	"fmt"
	"math"

	"farbank/milp/problem"
)

// A product is a weight times two expressions.
type product struct {
	weight float64
	a, b   Expr
}

// A further objective is optimized after those before it.
type further struct {
	e                  Expr
	maximize           bool
	absolute, relative float64 // by which the one before may become worse
}

// AddProduct adds weight·a·b to the objective that [Model.Minimize] or [Model.Maximize] has set. The
// objective must be convex if it is minimized, and concave if it is maximized; AddProduct(w, e, e)
// with w > 0 is convex. Products of a binary with a bounded variable may have any sign. The solution
// is optimal within a tolerance of about 1e-6.
func (m *Model) AddProduct(weight float64, a, b Linear) {
	x, y := linear(a), linear(b)
	o := m.operation("product", x, y)
	if o.err == nil && (math.IsNaN(weight) || math.IsInf(weight, 0)) {
		m.fail(fmt.Errorf("milp: a product with the weight %v", weight))
	} else if o.err == nil {
		m.products = append(m.products, product{weight, x, y})
	}
}

// ThenMinimize adds an objective: minimize e among the solutions that are optimal for the objectives
// before it. See [Model.Tolerate], and [Solution.Then] for its value. To weigh objectives against
// each other instead, minimize a weighted sum.
func (m *Model) ThenMinimize(e Linear) { m.further(linear(e), false) }

// ThenMaximize adds an objective: maximize e among the solutions that are optimal for the objectives
// before it.
func (m *Model) ThenMaximize(e Linear) { m.further(linear(e), true) }

func (m *Model) further(e Expr, maximize bool) {
	if o := m.operation("goal", e); o.err == nil {
		m.then = append(m.then, further{e: e, maximize: maximize})
	}
}

var errTolerate = errors.New("milp: Tolerate needs a further objective, and tolerances that are not negative")

// Tolerate lets the objective before the last one become worse for the last one: by an absolute
// amount, or a fraction of its optimum, whichever is more.
func (m *Model) Tolerate(absolute, relative float64) {
	if len(m.then) == 0 || !(absolute >= 0) || !(relative >= 0) {
		m.fail(errTolerate)
		return
	}
	last := &m.then[len(m.then)-1]
	last.absolute, last.relative = absolute, relative
}

// objectives adds the products and the further objectives to the plain form.
func (m *Model) objectives(p *problem.Problem) {
	for _, d := range m.products {
		p.Offset += d.weight * d.a.constant * d.b.constant
		for _, s := range d.a.terms {
			p.Columns[s.Column].Cost += d.weight * s.Coefficient * d.b.constant
			for _, t := range d.b.terms {
				p.Products = append(p.Products, problem.Product{A: s.Column, B: t.Column, Coefficient: d.weight * s.Coefficient * t.Coefficient})
			}
		}
		for _, t := range d.b.terms {
			p.Columns[t.Column].Cost += d.weight * t.Coefficient * d.a.constant
		}
	}
	for k, d := range m.then {
		e := d.e
		if d.maximize != m.maximize { // all have the direction of the first
			e = e.Neg()
		}
		o := problem.Objective{Name: fmt.Sprintf("then%d", k+1), Offset: e.constant, Absolute: d.absolute, Relative: d.relative}
		o.Terms = append(o.Terms, e.terms...)
		p.Then = append(p.Then, o)
	}
}
