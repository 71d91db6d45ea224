// Package rete matches facts against the conditions of rules and keeps the agenda of the rules
// that may fire.
//
// It is a Rete network (Forgy 1982) as described by Doorenbos (1995). A fact passes a tree of
// field tests for its relation and arrives in alpha memories. Joins combine alpha matches,
// condition after condition, into tokens in beta memories. A token that passes the last join
// is an activation. Rules share the joins of equal leading conditions. Alpha and beta memories
// are hashed on the equality tests of the join that reads them, so that a join visits only
// tokens with equal values. A negated condition stores one match that blocks a token and
// searches for another one when that is retracted. A fact knows its alpha matches, and every
// match knows its descendants, so that a retraction visits only what it removes.
//
// The order in which activations of equal salience arise is visible in a program's output, and
// programs rely on it. It follows from the order in which nodes are visited. This package
// visits them as CLIPS 6.3 does: new nodes before old ones, children before siblings, the
// newest token of a left memory first and the oldest of a right memory first.
//
// Tokens are records without pointers in one slice, named by their index, so that the garbage
// collector does not scan them and a fact that joins with nothing allocates nothing.
package rete
