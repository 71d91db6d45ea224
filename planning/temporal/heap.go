package temporal

// heapOf is a binary heap.
type heapOf []entry

func (e *entry) less(o *entry) bool { return e.h < o.h || e.h == o.h && e.order < o.order }

func (q *heapOf) push(x entry) {
	list := append(*q, x)
	i := len(list) - 1
	for ; i > 0 && x.less(&list[(i-1)/2]); i = (i - 1) / 2 {
		list[i] = list[(i-1)/2]
	}
	list[i] = x
	*q = list
}

func (q *heapOf) pop() entry {
	list := *q
	top, x := list[0], list[len(list)-1]
	list = list[:len(list)-1]
	*q = list
	if len(list) == 0 {
		return top
	}
	i := 0
	for {
		k := 2*i + 1
		if k >= len(list) {
			break
		}
		if k+1 < len(list) && list[k+1].less(&list[k]) {
			k++
		}
		if !list[k].less(&x) {
			break
		}
		list[i], i = list[k], k
	}
	list[i] = x
	return top
}
