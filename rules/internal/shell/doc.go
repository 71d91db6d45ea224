// Package shell has the prompt, its completion, and the execution of several programs.
package shell
