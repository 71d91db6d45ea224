// Package feel evaluates the part of FEEL, the expression language of DMN 1.3 (OMG 2020), that
// decision tables use: unary tests, and expressions over numbers, strings, booleans, dates, lists and
// contexts, with durations, iterations, filters and functions. Numbers are exact fractions. It refuses the rest of the language with a position.
package feel
