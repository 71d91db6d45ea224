package main

import "farbank/internal/command"

// flagGroups are the headings in the help of commands, with the flags below them, the common ones
// first.
var flagGroups = []command.FlagGroup{
	{Title: "Question", Flags: []string{
		"param", "data", "plans", "all", "count", "length", "limit", "improve", "engine", "strategy", "horizon", "free-end", "worst", "to-dead-end", "strict",
		"prefer", "first", "symmetry", "list", "from", "rules", "keep", "steps", "at-once", "whole", "vary", "walk", "givens", "unique", "seed",
		"outside", "strategies", "advice", "hint", "batch", "dialect", "solver", "gap", "conflict", "relax", "ranging", "start", "solutions", "pool-gap", "all-solutions", "num-solutions",
		"runs", "others", "side", "free-search", "intermediate", "random-seed", "to", "best", "template", "register", "map", "decision",
	}},
	{Title: "Limits", Flags: []string{
		"timeout", "time-limit", "memory", "workers", "parallel", "each", "tries", "nodes", "ground-limit", "read-limit", "disk", "disk-limit",
	}},
	{Title: "Output", Flags: []string{
		"format", "epsilon", "json", "stats", "statistics", "verbose", "watch", "progress", "quiet", "width", "color", "labels", "direction", "explain", "help",
	}},
	{Title: "Files", Flags: []string{
		"output", "write", "list-files", "certificate", "solution", "proof", "check", "checkpoint", "every", "tables", "stdio", "draw-reasons", "draw-network",
	}},
}

// commonFlags are the flags that help shows without --help-all for commands with many flags.
var commonFlags = []string{
	"param", "data", "plans", "all", "count", "length", "improve", "engine", "list", "from", "vary", "walk", "givens", "unique", "outside", "strategies",
	"keep", "all-solutions", "num-solutions", "free-search", "timeout", "memory", "workers", "format", "stats", "certificate", "output", "proof", "check",
}
