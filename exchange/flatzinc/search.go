package flatzinc

import "farbank/constraint"

var varOrders = map[string]constraint.VarOrder{
	"input_order": constraint.InOrder, "first_fail": constraint.SmallestFirst, "anti_first_fail": constraint.LargestFirst, "smallest": constraint.LeastMin,
	"largest": constraint.GreatestMax, "dom_w_deg": constraint.WeightedFirst, "most_constrained": constraint.SmallestFirst,
	"occurrence": constraint.InOrder, "max_regret": constraint.SmallestFirst,
}

var valueOrders = map[string]constraint.ValueOrder{
	"indomain_min": constraint.Smallest, "indomain": constraint.Smallest, "indomain_max": constraint.Largest, "indomain_median": constraint.Middle,
	"indomain_middle": constraint.Middle, "indomain_random": constraint.Middle, "indomain_interval": constraint.LowerHalf,
	"indomain_split": constraint.LowerHalf, "indomain_reverse_split": constraint.UpperHalf, "outdomain_max": constraint.UpperHalf, "outdomain_min": constraint.LowerHalf,
}

// searches reads the annotations of solve; what is unknown in them is passed over, as the
// standard asks.
func (b *builder) searches(list []expr) {
	for _, e := range list {
		b.line = e.line
		switch {
		case e.name == "seq_search" && len(e.list) == 1:
			b.searches(e.list[0].list)
		case (e.name == "int_search" || e.name == "bool_search" || e.name == "set_search") && len(e.list) >= 3:
			b.search(args{b, e.list}, e.name)
		}
	}
}

func (b *builder) search(a args, kind string) {
	s := constraint.Search{Order: varOrders[a.list[1].name], Value: valueOrders[a.list[2].name]}
	for _, v := range a.array(0) {
		switch {
		case v.kind == 'i' && !v.isNum:
			s.Vars = append(s.Vars, v.x)
		case v.kind == 'b' && v.b != constraint.True && v.b != constraint.True.Not():
			s.Vars = append(s.Vars, b.m.AsInt(v.b))
		case v.kind == 's':
			for _, p := range v.s.in {
				if p != constraint.True {
					s.Vars = append(s.Vars, b.m.AsInt(p))
				}
			}
			if a.list[2].name == "indomain_max" { // members first
				s.Value = constraint.Largest
			}
		}
	}
	if len(s.Vars) > 0 {
		b.m.Search(s)
		b.searched = true
	}
}
