// Package reference solves small linear and mixed-integer programs by simple methods: a two-phase
// simplex method on a dense tableau of rationals with the rule of Bland (1977), and branching that
// prunes by the relaxation only. It is slow and exact, and shares no code with the solver that
// tests compare with it.
package reference
