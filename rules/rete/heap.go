package rete

// The heap of a module is a binary heap: a parent fires before its children.

func (g *Agendas) pushHeap(number int32) {
	a := g.items[number]
	for len(g.heaps) <= a.Rule.Module {
		g.heaps = append(g.heaps, nil)
	}
	h := append(g.heaps[a.Rule.Module], number)
	g.heaps[a.Rule.Module] = h
	g.up(a.Rule.Module, len(h)-1)
}

func (g *Agendas) dropHeap(a *Activation) {
	module, i := a.Rule.Module, int(a.place)
	h := g.heaps[module]
	last := len(h) - 1
	moved := h[last]
	g.heaps[module] = h[:last]
	a.place = -1
	if i == last {
		return
	}
	h[i] = moved
	g.items[moved].place = int32(i)
	g.up(module, i)
	g.down(module, int(g.items[moved].place))
}

func (g *Agendas) up(module, i int) {
	h := g.heaps[module]
	number := h[i]
	a := g.items[number]
	for i > 0 {
		p := (i - 1) / 2
		if !g.before(a, g.items[h[p]]) {
			break
		}
		h[i] = h[p]
		g.items[h[i]].place = int32(i)
		i = p
	}
	h[i] = number
	a.place = int32(i)
}

func (g *Agendas) down(module, i int) {
	h := g.heaps[module]
	number := h[i]
	a := g.items[number]
	for {
		c := 2*i + 1
		if c >= len(h) {
			break
		}
		if c+1 < len(h) && g.before(g.items[h[c+1]], g.items[h[c]]) {
			c++
		}
		if !g.before(g.items[h[c]], a) {
			break
		}
		h[i] = h[c]
		g.items[h[i]].place = int32(i)
		i = c
	}
	h[i] = number
	a.place = int32(i)
}
