package proof

// A Box has a corner At and a Size in each dimension.
type Box struct{ At, Size []int32 }

// An Apart constrains boxes not to overlap. If Strict, a box of size 0 must not lie in the interior of another.
type Apart struct {
	Boxes  []Box
	Strict bool
}

func (c *Apart) variables() []int32 {
	var xs []int32
	for _, b := range c.Boxes {
		xs = append(append(xs, b.At...), b.Size...)
	}
	return xs
}

// refuted reports whether two boxes overlap wherever they are.
func (c *Apart) refuted(b *box) bool {
	for i, p := range c.Boxes {
		for _, q := range c.Boxes[:i] {
			if c.overlap(b, p, q) {
				return true
			}
		}
	}
	return false
}

func (c *Apart) overlap(b *box, p, q Box) bool {
	for d := range p.At {
		if !c.Strict && (b.lo[p.Size[d]] <= 0 || b.lo[q.Size[d]] <= 0) {
			return false
		}
		if b.lo[p.At[d]]+b.lo[p.Size[d]] <= b.hi[q.At[d]] || b.lo[q.At[d]]+b.lo[q.Size[d]] <= b.hi[p.At[d]] {
			return false
		}
	}
	return true
}
