// Package shell is the prompt, its completion, and running programs one after the other.
package shell
