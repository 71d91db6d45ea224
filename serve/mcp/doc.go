// Package mcp offers the program to agents, by the Model Context Protocol: tools that check
// a file, solve it, count its plans, explain why there are none, verify plans, give figures
// of its space, examples and the manual; and a prompt that turns a puzzle told in words into
// a file, checked by running it.
//
// Answers are short: an agent reads them as text. What is wrong with a file is told with
// its place, a hint, and where the manual tells of it.
package mcp
