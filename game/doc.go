// Package game solves finite games: somebody wants to reach a goal, and an opponent, chance or
// both make some of the moves.
//
// # Arenas
//
// An [Arena] is a graph of numbered states. The [Kind] of a state says who chooses among its
// moves: [Ours], [Foe] or [Chance]; a [Goal] ends the play. A state without moves that is no
// goal is an end, and the goal was not reached. Chance takes a move with the probability of its
// weight divided by the sum of the weights in the state. [Explore] builds the arena of the
// states that are reachable from given ones, from a function that lists the moves of a state.
// [Arena.Add] builds one by hand.
//
// # Questions
//
//	Force     the least cost that we can force in the worst case; chance counts as a foe
//	Sure      the states from which we reach the goal with probability 1
//	Reach     the greatest probability of reaching the goal that we can guarantee
//	Expected  the least expected cost of the strategies that reach the goal surely
//
// Strategies for all four need no memory: the result has one move for each state of ours and of
// the foe (Condon 1992 for games with chance). In the words of planning, [Force] finds strong
// plans and [Sure] strong cyclic plans if nondeterminism is a foe or chance, respectively (Cimatti and
// others 2003).
//
// # Proofs
//
// Force is backward induction (Zermelo 1913), in a topological order of the states if no state comes back, and otherwise in the
// order of the values, by Knuth's generalisation of Dijkstra's algorithm (1977). Sure and the states of probability 0 and 1 are found by graph search (Baier
// and Katoen 2008, chapter 10; de Alfaro, Henzinger and Kupferman 2007).
//
// [Reach] and [Expected] return exact fractions if that is feasible. They improve the strategy until none
// is better (Hoffman and Karp 1966), and solve its linear systems in rationals, one strongly
// connected component after another. Otherwise they return intervals. A lower bound comes from
// iteration with results rounded down. An upper bound is guessed and then verified: a vector that
// one step of the iteration, rounded up, does not increase is an upper bound (optimistic value
// iteration, Hartmanns and Kaminski 2020; Park 1969 for the principle). No stopping criterion is
// trusted.
//
// # Hidden information
//
// Where we do not see the whole state, a strategy depends on the belief: the set of all states
// that agree with what was seen. [Believe] converts such a problem to an arena of beliefs, in which
// a foe chooses what we see (Bonet and Geffner 2000). [Search] is for games that are too large to
// be explored completely. It searches depth by depth with a transposition table and lower bounds
// (Zobrist 1970; Korf 1985), and tries moves in the order of an estimate.
//
// # Large games
//
// [Prove] only decides whether the goal can be forced, in games in which no state comes back: by proof-number search
// (Allis 1994) depth first (Nagai 2002), which meets few of the states where one side has a strong answer. Connect four
// on 5 x 5 has 69,763,700 states; Prove meets 8.6 million of them.
package game
