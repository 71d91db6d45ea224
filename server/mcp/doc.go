// Package mcp offers the program to agents by the Model Context Protocol. The tools check a file,
// solve it, count its plans, explain why no plan exists, verify plans, compute statistics of its
// space, and return examples and the manual. The prompt puzzle turns a puzzle in words into a
// tested file.
//
// Answers are short, since agents read them as text. Errors in a file have their place, a hint, and
// the sections of the manual.
package mcp
