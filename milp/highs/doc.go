// Package highs runs the solver HiGHS (Huangfu, Hall 2018) without cgo and without an
// installation: its WebAssembly build, which the npm package highs holds, under wazero.
//
//	path, err := highs.Find("")           // $FARBANK_HIGHS_WASM, or node_modules
//	module, err := highs.Load(ctx, path)  // compiles it, some seconds the first time
//	defer module.Close(ctx)
//	solution, err := module.Solve(ctx, p, highs.Options{Time: time.Minute})
//
// The build comes from Emscripten: what it expects of its surroundings are some twenty
// functions (time, memory, files, the end of the program). They are written here. Of files
// there are none but the standard outputs; problems and solutions go through memory.
// Names of functions in the build are short ones made up by the compiler. The JavaScript file
// beside it says which is which, so it must be there too.
//
// Compiled code is kept in the user's cache directory, in farbank/wazero.
package highs
