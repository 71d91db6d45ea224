package milp_test

import (
	"fmt"
	"testing"

	"farbank/milp"
	"farbank/milp/file"
)

// TestNames checks that the file formats accept the generated names unchanged.
func TestNames(t *testing.T) {
	for _, op := range operations() {
		m := milp.NewModel(op.name)
		var x []milp.Expr
		for i, r := range op.ranges {
			x = append(x, m.Integer(fmt.Sprintf("x%d", i), float64(r[0]), float64(r[1])))
		}
		op.build(m, x)
		p, err := m.Problem()
		if err != nil {
			t.Fatal(err)
		}
		legal := file.Legal(p, file.LP)
		for i, c := range legal.Columns {
			if c.Name != p.Columns[i].Name {
				t.Errorf("%s: column %q", op.name, p.Columns[i].Name)
			}
		}
		for i, r := range legal.Rows {
			if r.Name != p.Rows[i].Name {
				t.Errorf("%s: row %q", op.name, p.Rows[i].Name)
			}
		}
	}
}
