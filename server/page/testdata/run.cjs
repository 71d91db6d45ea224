// Runs a program of Go under Node: run.cjs wasm_exec.js PROGRAM [FILE]. A program of the page is asked what the
// file says, and its answer is printed. The collector runs as often as it can.
"use strict";
const fs = require("fs");
const [exec, program, question] = process.argv.slice(2);
require(exec);
const go = new Go();
go.env = { GOGC: "1" };
globalThis.farbankReady = () =>
  globalThis.farbankAsk(fs.readFileSync(question, "utf8"), () => {}, (good, text) => fs.writeSync(1, good + " " + text) && process.kill(process.pid));
WebAssembly.instantiate(fs.readFileSync(program), go.importObject).then(({ instance }) => go.run(instance));
