// Package page is the page for browsers: an editor, the questions, and the answers as boards,
// films, graphs and games. Its files are plain JavaScript, CSS and HTML. One function, ask in
// ask.js, has two back ends: the service (package api), and the engines as WebAssembly in a worker
// of the browser.
//
//	http.Handle("/", page.Handler())       // beside the service
//	err := page.Write("site", wasm, exec)  // without any: a folder of static files
package page
