package order

// Luby returns the i-th term, from 0, of the sequence 1 1 2 1 1 2 4 1 1 2 ... (Luby, Sinclair and Zuckerman 1993).
func Luby(i int64) int64 {
	i++ // the terms are numbered from 1 below
	for {
		k := int64(1)
		for k < i {
			k = 2*k + 1
		}
		if k == i {
			return (k + 1) / 2
		}
		i -= k / 2
	}
}

// An Average is an exponential moving average with bias correction (Biere and Fröhlich 2015).
type Average struct {
	Rate   float64 // the weight of the newest value
	value  float64
	weight float64 // the remaining weight of the initial 0
	begun  bool
}

// Add adds a value.
func (a *Average) Add(x float64) {
	if !a.begun {
		a.begun, a.weight = true, 1
	}
	a.value += a.Rate * (x - a.value)
	a.weight *= 1 - a.Rate
}

// Value returns the average, or 0 before the first value.
func (a *Average) Value() float64 {
	if !a.begun {
		return 0
	}
	return a.value / (1 - a.weight)
}
