// Package native makes machine code of a ground problem: a function from a batch of
// packed states to their safe successors, and one that tells which states are goals.
//
// It goes in three steps.
//
//   - Every ground move is run on symbols: its statements become conditions on the
//     state before it and, for each cell that it changes, an expression over that
//     state ([Action]). A move that addresses cells by an index that depends on few
//     cells is split, an action for each of their values, so that all addresses are
//     known. The safety rules that it may break are conditions too, seen from before.
//   - The conditions of all actions are put into a decision tree: a condition that
//     many share is asked once, and where they compare one expression with different
//     constants the tree branches on its value.
//   - The tree is written as one WebAssembly module, which wazero compiles to machine
//     code in memory ([Compile]), or the browser if the program runs in one; or it is walked an operator at a time over the whole
//     batch ([NewVector]), where there is no compiler for the machine.
//
// Both give, state by state, the same successors as the reference interpreter of
// package model, in an order of their own. Problems with arithmetic that may leave
// 64 bits are refused ([ErrUnfit]): for them the interpreter is right.
package native
