// The worker that runs the engines, in browsers. Its first message contains the program, the others
// questions.
// @ts-ignore: it comes with Go
import "./wasm_exec.js";
import { serve } from "./serve.js";

serve((message) => self.postMessage(message), (heard) => (self.onmessage = ({ data }) => heard(data)));
