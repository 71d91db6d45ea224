// Package reference solves small linear and mixed-integer programs in the plainest
// way there is: a dense tableau of rationals, two phases, the rule of Bland (1977),
// and branching without any bounding but by the relaxation. It is slow, exact, and
// shares nothing with the solver it is the judge of in tests.
package reference
