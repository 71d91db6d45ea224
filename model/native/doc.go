// Package native compiles a ground problem to two functions: from a batch of packed states to
// their safe successors, and from a batch to the flags of goal states.
//
// It has three steps.
//
//   - Every ground move is executed symbolically: its statements become conditions over the
//     state before it and, for each cell that it changes, an expression over that state.
//     A move whose addresses depend on few cells is split into one case for each of their
//     values, so that all addresses are constant. The safety rules that the move may break
//     become conditions over the state before it.
//   - The conditions of all operators are arranged in a decision tree. A condition that
//     many operators share is tested once. Where they compare one expression with
//     different constants, the tree branches on its value.
//   - The tree is emitted as one WebAssembly module, which wazero or the browser compiles
//     to machine code ([Compile]). Where there is no compiler, the tree is interpreted
//     over the whole batch, one operator at a time ([NewVector]).
//
// Both return the same successors as the reference interpreter of package model, in another
// order. Problems with arithmetic that may overflow 64 bits are refused ([ErrUnfit]); they need
// the interpreter.
package native
