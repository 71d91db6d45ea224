// Package rete matches facts against the conditions of rules and keeps the
// agenda of the rules that may fire.
//
// It is a Rete network (Forgy 1982) as Doorenbos (1995) describes it: facts run
// through a tree of field tests a relation into alpha memories; joins combine
// them, condition after condition, into tokens kept in beta memories; a token
// that passes the last join is an activation. What conditions share at the
// front is matched once. Alpha and beta memories are hashed on the equality
// tests of the join that reads them, so a join looks only at what agrees.
// Negated conditions remember the one match that blocks a token and look for
// another when it goes. A fact knows the alpha matches it made and every match
// its descendants, so retraction touches only what it removes.
//
// The order in which activations of equal salience arise can be seen in what a
// program prints, and programs rely on it. It follows from the order in which
// nodes are visited; this package visits them as CLIPS 6.3 does: new nodes
// before old ones, children before siblings, the newest token of a left memory
// first and the oldest of a right memory first.
//
// Tokens are records without pointers in one slice, named by their index, so
// the garbage collector has nothing to follow in them and an arriving fact that
// joins with nothing allocates nothing.
package rete
