package planning

import "testing"

// TestLandmarks checks the landmarks of a task in which a truck fetches a parcel: the truck is at the
// parcel, the parcel is in the truck, and the truck is at the destination.
func TestLandmarks(t *testing.T) {
	// truck: a, b, c. parcel: a, b, c, in the truck.
	task := &Task{
		Variables: []Variable{{Name: "truck", Size: 3}, {Name: "parcel", Size: 4}},
		Init:      []int{0, 1}, Goal: []Fact{{1, 2}},
	}
	for from := range 3 {
		for to := range 3 {
			if from != to {
				task.Operators = append(task.Operators, Operator{Name: "drive", Cost: 1, Pre: []Fact{{0, from}}, Effects: []Effect{{Fact: Fact{0, to}}}})
			}
		}
		task.Operators = append(task.Operators,
			Operator{Name: "load", Cost: 1, Pre: []Fact{{0, from}, {1, from}}, Effects: []Effect{{Fact: Fact{1, 3}}}},
			Operator{Name: "unload", Cost: 1, Pre: []Fact{{0, from}, {1, 3}}, Effects: []Effect{{Fact: Fact{1, from}}}})
	}
	s := prepared(t, task)
	count, cost := orNil(NewLandmarkCount(s, 0)), orNil(NewLandmarkCost(s))
	if got := count.Estimate(s.begin); got != 4 {
		t.Errorf("%d landmarks are needed at the start, want 4: truck=b, parcel in the truck, truck=c, parcel=c", got)
	}
	if got := cost.Estimate(s.begin); got != 4 {
		t.Errorf("the landmarks cost %d, want 4", got)
	}
	count.Track(-1, 0, s.begin)
	if got := count.Track(0, 1, State{1, 1}); got != 3 || len(count.Preferred()) != 2 {
		t.Errorf("%d after the drive to b, want 3; %d moves preferred, want 2: load, and drive to c", got, len(count.Preferred()))
	}
	if got := count.Track(1, 2, State{0, 1}); got != 4 {
		t.Errorf("%d after the drive back, want 4: truck=b is needed again", got)
	}
}

// TestLandmarksPropagated checks the propagation on random tasks: a proposition is needed for the goal exactly if the goal
// cannot be reached without it.
func TestLandmarksPropagated(t *testing.T) {
	checked := 0
	for seed, task := range randomTasks(500, 100) {
		s, err := NewSpace(task)
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		r := newRelaxation(s)
		f := &landmarkFinder{relaxation: r, limit: maxLandmarkWork}
		if !f.propagate() {
			t.Fatalf("seed %d: the limit was reached", seed)
		}
		if (f.needs[r.goal] != nil) != reachedWithout(r, -1) {
			t.Fatalf("seed %d: it is not known whether the goal is reached", seed)
		}
		if f.needs[r.goal] == nil {
			continue
		}
		for p := range int32(r.props) {
			if got, want := f.needs[r.goal].has(int(p)), !reachedWithout(r, p); got != want {
				t.Errorf("seed %d: proposition %d needed for the goal: %v, want %v", seed, p, got, want)
			}
			checked++
		}
	}
	if checked < 500 {
		t.Errorf("only %d propositions", checked)
	}
}

// reachedWithout reports whether the goal of a relaxation is reached without a proposition.
func reachedWithout(r *relaxation, without int32) bool {
	reached := make([]bool, r.props)
	reached[r.always] = true
	for v, x := range r.space.begin {
		reached[r.space.offset[v]+int(x)] = true
	}
	for again := true; again; {
		if again = false; without >= 0 {
			reached[without] = false
		}
		for _, a := range r.actions {
			ready := true
			for _, p := range a.pre {
				ready = ready && reached[p]
			}
			for _, p := range a.add {
				if ready && !reached[p] && p != without {
					reached[p], again = true, true
				}
			}
		}
	}
	return reached[r.goal]
}
