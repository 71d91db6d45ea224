// Package worker answers a question in a process of its own, which its host holds to limits
// of time, memory and output, and which can die without harm to anybody.
//
// The host starts the program again with the hidden command worker, writes an [Order] to
// its standard input and reads [Message] values, a line each, from its standard output.
package worker
